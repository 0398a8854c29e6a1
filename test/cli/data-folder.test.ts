import { randomUUID } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { chooseDataFolder } from '../../shared/embedded/data-folder.ts'
import { OPEN_TO_ALL } from '../../shared/embedded/made-by-us.ts'

const BY_OTHERS = /somebody else has made it/

describe('the data folder where every account may make folders', () => {
  const folder = `${OPEN_TO_ALL}test-${randomUUID()}`
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is not one that is a link: what it leads to keeps its owner and mode', () => {
    const target = mkdtempSync(join(tmpdir(), 'hauptbuch-test-target-'))
    const before = statSync(target)
    symlinkSync(target, folder)
    expect(() => chooseDataFolder(folder, { uid: 65_534, gid: 65_534 })).to.throw(BY_OTHERS)
    const { uid, mode } = statSync(target)
    expect([uid, mode]).to.deep.equal([before.uid, before.mode])
    rmSync(target, { recursive: true })
  })

  it('is not one of another account', function () {
    if (process.getuid?.() !== 0) this.skip() // only root can make one
    mkdirSync(folder)
    chownSync(folder, 12_345, 12_345)
    expect(() => chooseDataFolder(folder, { uid: 65_534, gid: 65_534 })).to.throw(BY_OTHERS)
    expect(lstatSync(folder).uid).to.equal(12_345)
  })

  it('is a new one, and the same again', () => {
    expect(chooseDataFolder(folder, {})).to.equal(folder)
    expect(chooseDataFolder(folder, {})).to.equal(folder)
    expect(statSync(folder).mode & 0o077).to.equal(0)
  })
})
