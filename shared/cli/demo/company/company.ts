import { modulo97 } from '../../../accounting/documents/payment-references.ts'
import type { RequestTo } from '../../../client/index.ts'

/** The invented company of the demo: its chart of accounts, its suppliers and its customers. */

export const COMPANY = 'Beispiel Werkstatt AG'

type DemoAccount = RequestTo<'putAccounts'>['body']['accounts'][number]
type DemoAccountLine = readonly [code: string, name: string, type: DemoAccount['account_type']]

const ACCOUNT_LINES: readonly DemoAccountLine[] = [
  ['1000', 'Kasse', 'asset'],
  ['1020', 'Bankguthaben', 'asset'],
  ['1100', 'Forderungen aus Lieferungen und Leistungen', 'asset'],
  ['1170', 'Vorsteuer MWST Material, Waren, Dienstleistungen, Energie', 'asset'],
  ['1171', 'Vorsteuer MWST Investitionen, übriger Betriebsaufwand', 'asset'],
  ['1192', 'Geleistete Anzahlungen', 'asset'],
  ['1200', 'Handelswaren', 'asset'],
  ['1300', 'Bezahlter Aufwand des Folgejahres', 'asset'],
  ['1510', 'Mobiliar und Einrichtungen', 'asset'],
  ['1520', 'Büromaschinen, Informatik, Kommunikationstechnologie', 'asset'],
  ['1529', 'Wertberichtigungen Büromaschinen', 'asset'],
  ['2000', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'],
  ['2030', 'Erhaltene Anzahlungen', 'liability'],
  ['2200', 'Geschuldete MWST (Umsatzsteuer)', 'liability'],
  ['2201', 'Abrechnungskonto MWST', 'liability'],
  ['2208', 'Direkte Steuern', 'liability'],
  ['2203', 'Bezugsteuer', 'liability'],
  ['2261', 'Beschlossene Ausschüttungen', 'liability'],
  ['2270', 'Sozialversicherungen und Vorsorgeeinrichtungen', 'liability'],
  ['2300', 'Noch nicht bezahlter Aufwand', 'liability'],
  ['2800', 'Aktienkapital', 'equity'],
  ['2950', 'Gesetzliche Gewinnreserve', 'equity'],
  ['2970', 'Gewinnvortrag oder Verlustvortrag', 'equity'],
  ['2979', 'Jahresgewinn oder Jahresverlust', 'equity'],
  ['3200', 'Handelserlöse', 'revenue'],
  ['3400', 'Dienstleistungserlöse', 'revenue'],
  ['3800', 'Erlösminderungen (Skonti)', 'revenue'],
  ['3809', 'MWST nach Saldosteuersatz', 'revenue'],
  ['4000', 'Materialaufwand Produktion', 'expense'],
  ['4200', 'Handelswarenaufwand', 'expense'],
  ['4400', 'Aufwand für bezogene Dienstleistungen', 'expense'],
  ['5000', 'Lohnaufwand', 'expense'],
  ['5700', 'Sozialversicherungsaufwand', 'expense'],
  ['5810', 'Aus- und Weiterbildung', 'expense'],
  ['6000', 'Raumaufwand (Miete)', 'expense'],
  ['6040', 'Reinigung', 'expense'],
  ['6100', 'Unterhalt, Reparaturen, Ersatz mobile Sachanlagen', 'expense'],
  ['6200', 'Fahrzeug- und Transportaufwand', 'expense'],
  ['6210', 'Betriebsstoffe Fahrzeuge', 'expense'],
  ['6300', 'Sachversicherungen, Abgaben, Gebühren', 'expense'],
  ['6400', 'Energie- und Entsorgungsaufwand', 'expense'],
  ['6500', 'Verwaltungsaufwand (Büromaterial)', 'expense'],
  ['6503', 'Fachliteratur, Zeitungen, Zeitschriften', 'expense'],
  ['6510', 'Telefon, Internet', 'expense'],
  ['6530', 'Buchführungshonorare', 'expense'],
  ['6570', 'Informatikaufwand', 'expense'],
  ['6580', 'Lizenzen und Updates', 'expense'],
  ['6600', 'Werbeaufwand', 'expense'],
  ['6640', 'Reisespesen', 'expense'],
  ['6731', 'Bezugsteuer (nicht abzugsfähig)', 'expense'],
  ['6820', 'Abschreibungen mobile Sachanlagen', 'expense'],
  ['6900', 'Finanzaufwand', 'expense'],
  ['6940', 'Bankspesen', 'expense'],
  ['8900', 'Direkte Steuern (Kanton und Gemeinde)', 'expense'],
  ['9100', 'Eröffnungsbilanz', 'closing'],
  ['9200', 'Jahresgewinn oder Jahresverlust', 'closing'],
]

export const ACCOUNTS: DemoAccount[] = ACCOUNT_LINES.map(([account_code, account_name, account_type]) => ({
  account_code,
  account_name,
  account_type,
}))

export type Supplier = {
  readonly name: string
  readonly town: string
  readonly iban: string
  readonly uid: string | null
  readonly category: string
  /** Tax codes of its documents; several make documents with several rates. */
  readonly codes: readonly string[]
  /** Documents a year, and the net amount of one of them, in Rappen. */
  readonly documents: number
  readonly from: number
  readonly to: number
}

/** Names are invented; the UIDs have right check digits and belong to no company we know of. */
export const SUPPLIERS: readonly Supplier[] = [
  supplier('Immobilien Aarehof AG', 'Bern', 'CHE-123.456.788 MWST', 'rent', ['NONE'], 12, 320_000, 320_000),
  supplier('Telenetz Mittelland AG', 'Olten', 'CHE-100.155.212 MWST', 'telecom', ['I81'], 12, 18_000, 26_000),
  supplier('Stadtwerke Seeburg', 'Seeburg', 'CHE-107.787.577 MWST', 'energy', ['I81'], 6, 60_000, 190_000),
  supplier('Papeterie Kornmarkt GmbH', 'Luzern', 'CHE-116.281.710 MWST', 'office_supplies', ['I81'], 40, 1_500, 28_000),
  supplier('Fachverlag Grimsel AG', 'Thun', 'CHE-109.322.551 MWST', 'literature', ['I26'], 12, 1_800, 9_500),
  supplier(
    'Kaffee und Gebäck Lang',
    'Bern',
    'CHE-116.281.710 MWST',
    'office_supplies',
    ['I26', 'I81'],
    30,
    1_200,
    9_000,
  ),
  supplier('Metallhandel Rhein AG', 'Basel', 'CHE-100.155.212 MWST', 'material', ['M81'], 60, 25_000, 640_000),
  supplier('Bio-Rohstoffe Emmental', 'Burgdorf', 'CHE-107.787.577 MWST', 'material', ['M26'], 40, 8_000, 160_000),
  supplier(
    'Handelshaus Limmat AG',
    'Zürich',
    'CHE-109.322.551 MWST',
    'merchandise',
    ['M81', 'M26'],
    40,
    20_000,
    380_000,
  ),
  supplier('Cloudwerk Dublin Ltd', 'Dublin', null, 'software', ['B81'], 12, 24_000, 61_000),
  supplier('Licences du Léman SA', 'Lausanne', 'CHE-123.456.788 TVA', 'software', ['I81'], 12, 9_000, 48_000),
  supplier('Treuhand Bärengraben AG', 'Bern', 'CHE-116.281.710 MWST', 'accounting', ['I81'], 5, 90_000, 240_000),
  supplier('Versicherung Gotthard', 'Altdorf', 'CHE-100.155.212', 'insurance', ['NONE'], 8, 40_000, 310_000),
  supplier('Tankstelle Grauholz', 'Ittigen', 'CHE-107.787.577 MWST', 'fuel', ['I81'], 48, 4_500, 16_000),
  supplier('Garage Wankdorf AG', 'Bern', 'CHE-109.322.551 MWST', 'vehicle', ['I81'], 8, 18_000, 210_000),
  supplier('Reisebüro Chuderhüsi', 'Röthenbach', 'CHE-123.456.788 MWST', 'travel', ['I81', 'NONE'], 20, 6_000, 130_000),
  supplier('Putzblitz GmbH', 'Köniz', 'CHE-116.281.710 MWST', 'cleaning', ['I81'], 12, 34_000, 42_000),
  supplier('Werbeatelier Matte', 'Bern', 'CHE-100.155.212 MWST', 'advertising', ['I81'], 10, 30_000, 280_000),
  supplier('Computerhaus Biel AG', 'Biel', 'CHE-107.787.577 MWST', 'it_equipment', ['I81'], 8, 80_000, 420_000),
  supplier('Scuola del Monte', 'Bellinzona', 'CHE-109.322.551 IVA', 'training', ['NONE'], 5, 45_000, 190_000),
]

function supplier(
  name: string,
  town: string,
  uid: string | null,
  category: string,
  codes: readonly string[],
  documents: number,
  from: number,
  to: number,
): Supplier {
  return { name, town, iban: ibanOf(name), uid, category, codes, documents, from, to }
}

/** An account at an invented bank, made of the name, with right check digits. */
function ibanOf(name: string): string {
  const digits = [...name].reduce((number, letter) => (number * 31 + (letter.codePointAt(0) ?? 0)) % 1e12, 7)
  const account = `08999${String(digits).padStart(12, '0')}`
  return `CH${String(98 - modulo97(`${account}CH00`)).padStart(2, '0')}${account}`
}

export type Customer = { readonly name: string; readonly category: string; readonly codes: readonly string[] }

/** The customers, and what they buy: services and goods at home, goods abroad. */
export const CUSTOMERS: readonly Customer[] = [
  { name: 'Gemeinde Wohlensee', category: 'services', codes: ['V81'] },
  { name: 'Bergbahnen Hohgant AG', category: 'services', codes: ['V81'] },
  { name: 'Bäckerei Süsswinkel', category: 'merchandise', codes: ['V26', 'V81'] },
  { name: 'Hotel Seeblick Spiez', category: 'services', codes: ['V81'] },
  { name: 'Maschinenbau Schwarzwald GmbH', category: 'merchandise', codes: ['V0X'] },
  { name: 'Praxis am Bollwerk', category: 'services', codes: ['V81', 'VS81'] },
]
