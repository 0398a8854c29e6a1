import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'

const SCHEMAS = new URL('../../../data/ech-0217/', import.meta.url)

function schema(fileName: string) {
  return { fileName, contents: readFileSync(new URL(fileName, SCHEMAS), 'utf8') }
}

/** What libxml2 has against files by the schema of eCH-0217 2.0; empty for valid ones. */
export async function schemaErrors(...files: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: files.map((contents, index) => ({ fileName: `declaration-${index}.xml`, contents })),
    schema: schema('eCH-0217-2-0.xsd'),
    preload: [schema('eCH-0058-5-0.xsd'), schema('eCH-0108-7-0.xsd')],
  })
  return errors.map(({ message }) => message)
}
