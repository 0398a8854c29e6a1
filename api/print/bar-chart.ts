import mustache from 'mustache'
import { swiss } from './amounts.ts'
import { escapeHtml } from './escape-html.ts'
import type { Chart } from './table.ts'

const WIDTH = 660
const HEIGHT = 90
const LABEL = 14

const TEMPLATE = `<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + LABEL}" role="img" aria-label="{{title}}">
<title>{{title}}</title>
{{#bars}}<rect x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}" class="{{sign}}"><title>{{label}}: {{amount}}</title></rect>
<text x="{{middle}}" y="${HEIGHT + LABEL - 3}">{{label}}</text>
{{/bars}}<line x1="0" x2="${WIDTH}" y1="{{zero}}" y2="{{zero}}"/>
</svg>`

/** A small bar chart as inline SVG: one bar for each bucket, from the line of zero up or down. */
export function barChart({ title, bars }: Chart, currency: string): string {
  const amounts = bars.map(({ amount_minor }) => amount_minor)
  const top = amounts.reduce((a, b) => (b > a ? b : a), 0n)
  const bottom = amounts.reduce((a, b) => (b < a ? b : a), 0n)
  const span = top - bottom || 1n
  // Pixels are for the eye: hundredths, cut off from exact amounts.
  const pixels = (amount: bigint) => Number((amount * BigInt(HEIGHT) * 100n) / span) / 100
  const zero = pixels(top)
  const step = WIDTH / Math.max(bars.length, 1)
  const view = bars.map(({ label, amount_minor }, index) => ({
    label,
    amount: swiss(amount_minor, currency),
    sign: amount_minor < 0n ? 'negative' : 'positive',
    x: rounded(index * step + step * 0.15),
    middle: rounded(index * step + step / 2),
    width: rounded(step * 0.7),
    y: rounded(amount_minor < 0n ? zero : zero - pixels(amount_minor)),
    height: rounded(Math.abs(pixels(amount_minor))),
  }))
  return mustache.render(TEMPLATE, { title, bars: view, zero: rounded(zero) }, {}, { escape: escapeHtml })
}

function rounded(pixels: number): string {
  return pixels.toFixed(2)
}
