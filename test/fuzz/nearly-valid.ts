import fc, { type Arbitrary } from 'fast-check'

/** Raw JSON texts in place of expected values: wrong types, borders, and texts that no value of JavaScript has. */
// biome-ignore format: a list of values reads better in rows
const RAW_VALUES: readonly string[] = [
  'null', 'true', '[]', '{}', '""', '" "', '"0"', '0', '-0', '-1', '1.5', '1e2', '1E400', '-1e-400', '1.0000000000000000001', '9007199254740991',
  '9007199254740992', '9007199254740993', '-9007199254740993', '123456789012345678901234567890', '"9007199254740993"',
  '"2026-02-30"', '"2026-13-01"', '"0000-01-01"', '"9999-12-31"', '"10000-01-01"', '"2026-1-1"', '"2026-01-01T00:00:00Z"', '"infinity"',
  '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"a\\u0000b"', '"\\u202e\\u2066"', '"\\ufeff"', '"\\u0007\\u007f\\u0085\\u2028"',
  '"__proto__"', '"constructor"', '{"__proto__":{"polluted":true}}', '{"a":{"constructor":{"prototype":{}}}}', '{"toString":1}',
  '"\' or 1=1; drop table source_facts; --"', '"%s%n$1$2{{x}}%{y}<script>alert(1)</script>"', '"../../../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"', '"6BB1E290-EDD1-46FD-8552-4A66D50D821F"', '"chf"', '"CH"', '"CHFX"', 'NaN', '-Infinity', '01', "'x'", '0x10',
]

const LONG_VALUES: Readonly<Record<string, () => string>> = {
  'a long text': () => `"${'x'.repeat(100_000)}"`,
  'a long text of many bytes': () => `"${'\u{1F9FE}'.repeat(20_000)}"`,
  'a long number': () => '9'.repeat(50_000),
  'thousands of items': () => `[${'{},'.repeat(5_000)}{}]`,
  'thousands of members': () => `{${Array.from({ length: 5_000 }, (_, index) => `"m${index}":1`).join()}}`,
  'deep arrays': () => '['.repeat(60_000) + ']'.repeat(60_000),
  'deep objects': () => `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
}

// biome-ignore format: a list of values reads better in rows
const MEMBERS: readonly string[] = [
  '"unknown":1', '"__proto__":{"state":"posted"}', '"constructor":{}', '"prototype":1', '"state":"posted"', '"id":"fact_x"',
  '"":0', '"\\u0000":1', '"\\ud800":1', '"a/b~c":1', '"journal_entry_id":null',
]

type Twist = {
  readonly kind: 'replace' | 'grow' | 'remove' | 'repeat' | 'add'
  readonly at: number
  /** The text instead of the value or beside it. */
  readonly raw?: string
}

const at = fc.nat(10_000)
const twist: Arbitrary<Twist> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at, raw: fc.constantFrom(...RAW_VALUES) }),
    weight: 8,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'repeat' as const), at }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('add' as const), at, raw: fc.constantFrom(...MEMBERS) }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('grow' as const), at, raw: fc.constantFrom(...Object.keys(LONG_VALUES)) }),
    weight: 1,
  },
)

/** JSON texts that differ from a valid one in one place. */
export function nearlyValid(valid: Arbitrary<unknown>): Arbitrary<string> {
  return fc.tuple(valid, twist).map(([value, change]) => twisted(value, change))
}

/** Written out by hand: no value of JavaScript has the same name twice, or keeps minus zero. */
function twisted(value: unknown, change: Twist): string {
  const nodes = count(value)
  const target = change.at % nodes
  let node_index = -1
  const write = (node: unknown): string => {
    node_index += 1
    const isTarget = node_index === target
    if (isTarget && change.kind === 'replace') return change.raw ?? ''
    if (isTarget && change.kind === 'grow') return LONG_VALUES[change.raw ?? '']?.() ?? ''
    if (Array.isArray(node)) return `[${node.flatMap((item) => writeMember('', item)).join()}]`
    if (node === null || typeof node !== 'object') return JSON.stringify(node)
    const members = Object.entries(node).flatMap(([name, item]) => writeMember(`${JSON.stringify(name)}:`, item))
    if (isTarget && change.kind === 'add') members.push(change.raw ?? '')
    return `{${members.join()}}`
  }
  const writeMember = (prefix: string, item: unknown): string[] => {
    const isTarget = node_index + 1 === target
    const text = prefix + write(item)
    if (isTarget && change.kind === 'remove') return []
    return isTarget && change.kind === 'repeat' ? [text, text] : [text]
  }
  return write(value)
}

function count(node: unknown): number {
  if (node === null || typeof node !== 'object') return 1
  return Object.values(node).reduce((sum: number, item) => sum + count(item), 1)
}
