// jsdom has no media queries: here none holds, and none ever changes.
Object.assign(globalThis, {
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
});
