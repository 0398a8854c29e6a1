import jsQR from 'jsqr'

const PIXELS = 6

/** A black square of a picture, by its corner and its side. */
export type Square = { readonly x: number; readonly y: number; readonly side: number }

/** What a reader sees in a QR code that is drawn of black squares: its modules are the smallest of them. */
export function scanSquares(squares: readonly Square[]): string | undefined {
  const side = Math.min(...squares.map((square) => square.side))
  const own = squares.filter((square) => Math.abs(square.side - side) < side / 100)
  const [left, top] = [Math.min(...own.map(({ x }) => x)), Math.min(...own.map(({ y }) => y))]
  const modules = own.map(({ x, y }) => [Math.round((x - left) / side), Math.round((y - top) / side)] as const)
  const size = (Math.max(...modules.flat()) + 9) * PIXELS
  const image = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [column, line] of modules)
    for (let y = 0; y < PIXELS; y += 1) image.fill(0, ...rowOf(size, (line + 4) * PIXELS + y, (column + 4) * PIXELS))
  for (let alpha = 3; alpha < image.length; alpha += 4) image[alpha] = 255
  return jsQR.default(image, size, size)?.data
}

function rowOf(size: number, y: number, x: number): [number, number] {
  const first = (y * size + x) * 4
  return [first, first + PIXELS * 4]
}
