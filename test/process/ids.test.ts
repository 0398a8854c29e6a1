import { expect } from 'chai'
import { TypeID } from 'typeid-js'
import { newUuid, publicId, uuidOf } from '../../shared/process/ids.ts'

describe('ids', () => {
  it('are outside what TypeID makes of them, and come back', () => {
    const uuids = Array.from({ length: 200 }, newUuid)
    for (const uuid of [...uuids, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
      expect(publicId('document', uuid)).to.equal(TypeID.fromUUID('doc', uuid).toString())
      expect(uuidOf('document', publicId('document', uuid))).to.equal(uuid)
    }
  })
})
