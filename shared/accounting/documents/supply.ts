/** The first and the last day of a supply. */
export type SupplyPeriod = { readonly from: string; readonly to: string }

/** When something was supplied, as a line of a document says it; null where it does not. */
export type SupplyOfLine = { readonly supply_date: string | null; readonly supply_period: SupplyPeriod | null }

/** In the words of the rules. A line that says nothing was supplied on the day of its document. */
export function supplyOfRequest(line: { supply_date?: string; supply_period?: SupplyPeriod }): SupplyOfLine {
  const { supply_date = null, supply_period = null } = line
  return { supply_date, supply_period }
}

/** The period of a line: its own, a day of its own, or the day of its document. */
export function periodOfLine({ supply_date, supply_period }: SupplyOfLine, day_of_document: string): SupplyPeriod {
  const day = supply_date ?? day_of_document
  return supply_period ?? { from: day, to: day }
}

/** For messages: a day, or a period from one to another. */
export function supplyInWords({ from, to }: SupplyPeriod): string {
  return from === to ? `on ${from}` : `from ${from} to ${to}`
}

/** What a tax record says of the supply: its last day, and the period where it took longer. */
export function supplyOfRecord(line: SupplyOfLine, day_of_document: string) {
  const { supply_period } = line
  const supply_date = periodOfLine(line, day_of_document).to
  return supply_period === null ? { supply_date } : { supply_date, supply_period }
}
