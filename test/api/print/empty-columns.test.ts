import { expect } from 'chai'
import { withoutEmptyColumns } from '../../../api/print/empty-columns.ts'
import type { Cell, Row, Table } from '../../../api/print/table.ts'

const ROWS = 1_000

describe('columns of texts that no row has', () => {
  /** A slice that is always over, with the number of times that somebody has waited for the next one. */
  const impatient = () => {
    const slice = {
      waits: 0,
      isOver: () => true,
      next: async () => {
        slice.waits += 1
      },
      pause: () => slice.next(),
    }
    return slice
  }
  const tableOf = (cellsOf: (at: number) => readonly Cell[], made: { rows: number }): Table => {
    function* rows(): Generator<Row> {
      for (let at = 0; at < ROWS; at += 1) {
        made.rows += 1
        yield { level: 0, kind: 'line', cells: cellsOf(at) }
      }
    }
    const columns = ['name', 'note', 'amount'].map((key) => ({ key, label: key, is_amount: key === 'amount' }))
    const around = {
      name: 'x',
      locale: 'de',
      title: 'x',
      subtitle: [],
      currency: 'CHF',
      chart: null,
      notes: [],
    } as const
    return { ...around, columns, rows: rows() }
  }
  const hidden = ({ columns }: Table) => columns.flatMap(({ key, is_hidden }) => (is_hidden ? [key] : []))

  it('are looked for as far as it takes to see a text in each', async () => {
    const made = { rows: 0 }
    const table = await withoutEmptyColumns(
      tableOf((at) => [`n${at}`, at === 2 ? 'seen' : null, 0n], made),
      impatient(),
    )
    expect([made.rows, hidden(table)]).to.deep.equal([3, []])
    expect([...table.rows].map(({ cells }) => cells[0])).to.deep.equal(
      Array.from({ length: ROWS }, (_, at) => `n${at}`),
    )
  })

  it('are hidden, and others let in between any two rows until that is known', async () => {
    const slice = impatient()
    const made = { rows: 0 }
    const table = await withoutEmptyColumns(
      tableOf(() => ['n', '', null], made),
      slice,
    )
    expect([made.rows, slice.waits, hidden(table), [...table.rows].length]).to.deep.equal([ROWS, ROWS, ['note'], ROWS])
  })

  it('stay where there are no rows', async () => {
    const empty = { ...tableOf(() => [], { rows: 0 }), rows: [] }
    expect(hidden(await withoutEmptyColumns(empty, impatient()))).to.deep.equal([])
  })
})
