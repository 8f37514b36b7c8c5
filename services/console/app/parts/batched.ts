interface PendingItem<T> {
  id: string;
  resolve: (found: T | undefined) => void;
  reject: (error: unknown) => void;
}

/** Reads things one by one for who asks, and of the API together what is asked for at once. */
export function batched<T extends { id: string }>(
  read: (ids: readonly string[]) => Promise<readonly T[]>,
  most: number,
): (id: string) => Promise<T | undefined> {
  let asked: PendingItem<T>[] = [];
  const answer = async (all: readonly PendingItem<T>[]): Promise<void> => {
    try {
      const found = new Map((await read([...new Set(all.map(({ id }) => id))])).map((one) => [one.id, one]));
      for (const { id, resolve } of all) resolve(found.get(id));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  const begin = () => {
    const all = asked;
    asked = [];
    for (let at = 0; at < all.length; at += most) void answer(all.slice(at, at + most));
  };
  return (id) =>
    new Promise((resolve, reject) => {
      if (asked.length === 0) setTimeout(begin);
      asked.push({ id, resolve, reject });
    });
}
