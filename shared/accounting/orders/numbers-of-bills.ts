/** RE-2026-077 is RE 2026 77. */
function plain(number: string | null): string {
  return (number ?? '')
    .toUpperCase()
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** One is the other with more in front, as 2026-77 and RE-2026-77, but not 9 and 19. */
export function areOneNumber(a: string | null, b: string | null): boolean {
  const [short, long] = [plain(a), plain(b)].sort((one, other) => one.length - other.length) as [string, string]
  if (short === '' || !long.endsWith(short)) return false
  const more = long.slice(0, long.length - short.length)
  return more.length !== 1 || !/\d/.test(more)
}

/** Two numbers that one supplier has counted: of the same letters, and with as many digits or one more (RE-99, RE-100); or parts of one number (RE-77A, RE-77B). */
export function areOfOneSeries(a: string | null, b: string | null): boolean {
  const [one, other] = [plain(a), plain(b)]
  if (one === other || areOneNumber(a, b)) return false
  const digits = (number: string) => number.replace(/\D/g, '')
  const letters = (number: string) => number.replace(/\d+/g, '0')
  if (digits(one) === '' || digits(other) === '') return false
  if (letters(one) === letters(other)) return Math.abs(digits(one).length - digits(other).length) <= 1
  const stem = (number: string) => /^(.*\d)\p{L}$/u.exec(number)?.[1] ?? null
  return stem(one) !== null && stem(one) === stem(other)
}
