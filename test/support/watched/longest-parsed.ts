/** The length of the longest JSON that web and worker, which are this process in tests, parse in one go meanwhile. */
export async function longestParsed(work: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON
  let longest = 0
  JSON.parse = (text, reviver) => {
    longest = Math.max(longest, String(text).length)
    return parse(text, reviver)
  }
  try {
    await work()
  } finally {
    JSON.parse = parse
  }
  return longest
}
