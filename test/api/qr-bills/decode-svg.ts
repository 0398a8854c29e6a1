import jsQR from 'jsqr'

const PIXELS = 6

/** What a reader sees in the QR code of a drawn payment part: its modules are the small squares of the picture. */
export function decodeSvg(svg: string): string | undefined {
  const squares = [
    ...svg.matchAll(/<rect x="([\d.]+)mm" y="([\d.]+)mm" width="([\d.]+)mm" height="\3mm" fill="black" \/>/g),
  ].map(([, x, y, side]) => ({ x: Number(x), y: Number(y), side: Number(side) }))
  const side = Math.min(...squares.map((square) => square.side))
  const modules = squares
    .filter((square) => Math.abs(square.side - side) < 1e-6)
    .map(({ x, y }) => [Math.round(x / side), Math.round(y / side)] as const)
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
