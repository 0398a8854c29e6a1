import { scanSquares } from './scan-squares.ts'

/** What a reader sees in the QR code of a drawn payment part. */
export function decodeSvg(svg: string): string | undefined {
  const squares = [
    ...svg.matchAll(/<rect x="([\d.]+)mm" y="([\d.]+)mm" width="([\d.]+)mm" height="\3mm" fill="black" \/>/g),
  ].map(([, x, y, side]) => ({ x: Number(x), y: Number(y), side: Number(side) }))
  return scanSquares(squares)
}
