import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

type Definer = { proname: string; proconfig: string[] }

describe('rights of the owner', () => {
  it('are those of four triggers, of three steps of a move, of two figures and of what removes old events alone, each with a search path of its own', async () => {
    const found = await service().owner.any(sql.type(row<Definer>())`
      select proname, proconfig from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace
      order by proname
    `)
    const proconfig = ['search_path=pg_catalog, public, pg_temp']
    expect(found).to.deep.equal([
      { proname: 'date_bank_entry', proconfig },
      { proname: 'hold_fence', proconfig },
      { proname: 'list_changed_items', proconfig },
      { proname: 'list_new_items', proconfig },
      { proname: 'open_arrived', proconfig },
      { proname: 'released_log', proconfig: ['search_path=pg_catalog, pg_temp'] },
      { proname: 'remove_old_events', proconfig: [...proconfig, 'enable_seqscan=off'] },
      { proname: 'reopen_left', proconfig },
      { proname: 'replayed_log', proconfig: ['search_path=pg_catalog, pg_temp'] },
      { proname: 'take_over_left_move', proconfig },
    ])
  })

  it('let processes that may only read the lists of a day open items', async () => {
    const refusals = await Promise.all(
      ['insert', 'update', 'delete'].map((right) =>
        service().web.pool.oneFirst(sql.type(row<{ has: boolean }>())`
          select has_any_column_privilege('open_item_spans', ${right === 'delete' ? 'references' : right})
            or has_table_privilege('open_item_spans', ${right}) as has
        `),
      ),
    )
    expect(refusals).to.deep.equal([false, false, false])
  })
})
