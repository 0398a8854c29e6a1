import { expect } from 'chai'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

describe('an id in a sentence that the database writes', () => {
  it('is the one that clients know', async () => {
    const ids = [newUuid(), newUuid(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    const written = await service().web.pool.anyFirst(sql.type(row<{ id: string }>())`
      select public_id('cent', id) as id from unnest(${sql.array(ids, 'uuid')}) with ordinality as given (id, place) order by place
    `)
    expect(written).to.deep.equal(ids.map((id) => publicId('camt053_entry', id)))
  })
})
