/** Finds something about an object once: a session is asked the same from many sides. */
export function oncePer<T extends object, R>(find: (about: T) => R): (about: T) => R {
  const known = new WeakMap<T, { readonly found: R }>();
  return (about) => {
    const before = known.get(about) ?? { found: find(about) };
    known.set(about, before);
    return before.found;
  };
}

/** As much as the commands and messages of a long session have; a server analyses many. */
const MOST_CHARS = 2_000_000;

/** The same for texts, as many as one session has. */
export function oncePerText<R>(find: (text: string) => R): (text: string) => R {
  const known = new Map<string, { readonly found: R }>();
  let chars = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.found;
    const found = find(text);
    chars += text.length;
    if (chars > MOST_CHARS) {
      known.clear();
      chars = text.length;
    }
    known.set(text, { found });
    return found;
  };
}
