export interface QueueWords {
  tone: "urgent" | "soon" | "waiting";
  title: string;
  text: string;
}

/** What a place in the day's line means to the customer who holds it (rule: place-in-line). */
export function queueWords(position: number): QueueWords {
  const ahead = position - 1;
  if (ahead <= 0) {
    return {
      tone: "urgent",
      title: "You're up!",
      text: "You are next. Please be at your door with your boxes.",
    };
  }
  const people = `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you`;
  if (ahead <= 2) {
    return {
      tone: "soon",
      title: "Arriving shortly",
      text: `${people}. Close your last box and stay close to your door.`,
    };
  }
  return {
    tone: "waiting",
    title: people,
    text: "This page keeps count by itself. We tell you here when we are close.",
  };
}
