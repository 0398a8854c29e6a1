import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { type Page, PROJECT, readPages } from './pages.ts'

type Link = { readonly page: Page; readonly target: string; readonly path: string; readonly anchor: string }

const pages = readPages()
const links = pages.flatMap(linksOf)

describe('the pages of the project', () => {
  it('link to files and anchors that exist', () => {
    const broken = links.filter((link) => !existsSync(join(PROJECT, link.path)) || !hasAnchor(link))
    expect(broken.map(({ page, target }) => `${page.path} → ${target}`)).to.deep.equal([])
  })

  it('can all be reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) for (const link of links) if (link.page.path === path) reached.add(link.path)
    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).to.deep.equal([])
  })

  it('the README has 120 lines at most', () => {
    const readme = pages.find(({ path }) => path === 'README.md')
    expect(readme?.text.trimEnd().split('\n').length).to.be.at.most(120)
  })
})

/** Relative links outside of code; others leave the project. */
function linksOf(page: Page): Link[] {
  const prose = page.text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`(?!\])/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { page, target, path: path === '' ? page.path : join(dirname(page.path), path), anchor }
    })
}

function hasAnchor({ path, anchor }: Link): boolean {
  if (anchor === '') return true
  if (!path.endsWith('.md') || !statSync(join(PROJECT, path)).isFile()) return false
  const text = pages.find((page) => page.path === path)?.text ?? ''
  return [...text.matchAll(/^#+ +(.+)$/gm)].some(([, heading = '']) => slugOf(heading) === anchor)
}

/** The anchor that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
