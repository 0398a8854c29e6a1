/** Works until its heap is large, leaves garbage, says that it rests, and does so until its input ends. */
const MB = 120
const kept: unknown[] = []
const work = setInterval(() => {
  for (let count = 0; count < 2_000; count += 1) kept.push(new Array(120).fill(count)) // 2 MB
  if (kept.length < MB * 1_000) return
  clearInterval(work)
  kept.length = 0
  console.log('rests')
}, 5)
process.stdin.once('end', () => process.exit()).resume()
