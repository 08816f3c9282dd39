// Some of many tasks at a time.

/**
 * Does the work of places 0 to `count - 1`, `width` of them at a time, begun in order. Resolves
 * with what came of each; where one rejects no further one begins, and those under way end first.
 */
export async function inParallel<T>(
  width: number,
  count: number,
  work: (place: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const errors: unknown[] = []
  let next = 0
  const hand = async () => {
    while (next < count && errors.length === 0) {
      const place = next++
      try {
        results[place] = await work(place)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, hand))
  if (errors.length > 0) throw errors[0]
  return results
}
