/** The same values, each made while somebody works on the one before. */
export async function* readAhead<T>(values: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = begin(values);
  try {
    for (let made = await next; !made.done; made = await next) {
      next = begin(values);
      yield made.value;
    }
  } finally {
    // Who stops early must not take away under a read what it reads from.
    await next.catch(() => undefined);
    await values.return();
  }
}

function begin<T>(values: AsyncGenerator<T, void>): Promise<IteratorResult<T, void>> {
  const next = values.next();
  // Its failure is told to who asks for the value, which may be later than it happens.
  next.catch(() => undefined);
  return next;
}
