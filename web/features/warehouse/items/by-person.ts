interface OfPerson {
  member_id?: string | null;
}

/** The items of a shared booking: its customer's first, then each friend's, also without any. */
export function byPerson<Item extends OfPerson, Friend extends { id: string }>(
  items: readonly Item[],
  friends: readonly Friend[],
): { friend: Friend | null; items: Item[] }[] {
  const known = new Set(friends.map(({ id }) => id));
  const own = items.filter(({ member_id }) => !member_id || !known.has(member_id));
  return [
    ...(own.length > 0 || friends.length > 0 ? [{ friend: null, items: own }] : []),
    ...friends.map((friend) => ({
      friend,
      items: items.filter(({ member_id }) => member_id === friend.id),
    })),
  ];
}

/** An item's description with the name of the friend who owns it. */
export function describeItem(
  { member_id, description }: OfPerson & { description: string },
  friends: readonly { id: string; name: string }[],
): string {
  const friend = friends.find(({ id }) => id === member_id);
  return friend ? `${description} (${friend.name})` : description;
}
