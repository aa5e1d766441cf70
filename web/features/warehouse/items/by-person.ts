interface OfPerson {
  member_id?: string | null;
}

/** The items of a shared booking by person: its customer's first, then those of each friend. */
export function byPerson<Item extends OfPerson, Friend extends { id: string }>(
  items: readonly Item[],
  friends: readonly Friend[],
): { friend: Friend | null; items: Item[] }[] {
  const known = new Set(friends.map(({ id }) => id));
  const own = items.filter(({ member_id }) => !member_id || !known.has(member_id));
  return [
    ...(own.length > 0 ? [{ friend: null, items: own }] : []),
    ...friends.map((friend) => ({
      friend,
      items: items.filter(({ member_id }) => member_id === friend.id),
    })),
  ];
}
