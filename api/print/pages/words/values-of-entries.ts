/** Values of members whose schema is a text, as entries, intents and rates have them. Member and value, de, fr, it; en where the value says it badly. */
export const VALUES_OF_ENTRIES = `
type.receipt | Quittung | quittance | ricevuta
type.invoice | Rechnung | facture | fattura
type.attachment | Anhang | annexe | allegato
type.source_export | Export der Herkunft | export de la source | esportazione dell’origine | export of the source
direction.input_material | Vorsteuer auf Material und Dienstleistungen | impôt préalable sur matériel et services | imposta precedente su materiale e servizi | input tax on material and services
direction.input_operating | Vorsteuer auf Investitionen und Betriebsaufwand | impôt préalable sur investissements et charges d’exploitation | imposta precedente su investimenti e costi d’esercizio | input tax on investments and operating expenses
direction.import_material | Einfuhrsteuer auf Material und Dienstleistungen | impôt sur les importations, matériel et services | imposta sull’importazione, materiale e servizi | import tax on material and services
direction.import_operating | Einfuhrsteuer auf Investitionen und Betriebsaufwand | impôt sur les importations, investissements et charges d’exploitation | imposta sull’importazione, investimenti e costi d’esercizio | import tax on investments and operating expenses
direction.input_correction | Korrektur der Vorsteuer | correction de l’impôt préalable | correzione dell’imposta precedente | correction of input tax
direction.acquisition | Bezugsteuer | impôt sur les acquisitions | imposta sull’acquisto | acquisition tax
direction.output | Umsatzsteuer | impôt sur le chiffre d’affaires | imposta sulla cifra d’affari | output tax
direction.output_reduction | Entgeltsminderung | diminution de la contre-prestation | riduzione della controprestazione | reduction of the consideration
direction.turnover_without_tax | Umsatz ohne Steuer | chiffre d’affaires sans impôt | cifra d’affari senza imposta | turnover without tax
direction.none | keine Steuer | sans impôt | senza imposta | no tax
direction.output_unregistered | geschuldete Steuer ohne Steuerpflicht | impôt dû sans assujettissement | imposta dovuta senza assoggettamento | tax owed without a registration
direction.acquisition_unregistered | Bezugsteuer ohne Steuerpflicht | impôt sur les acquisitions sans assujettissement | imposta sull’acquisto senza assoggettamento | acquisition tax without a registration
type.expense_document | Lieferantenrechnung | Facture fournisseur | Fattura fornitore | Supplier invoice
type.customer_invoice | Kundenrechnung | Facture client | Fattura cliente | Customer invoice
type.journal_voucher | Buchungsbeleg | Pièce comptable | Giustificativo contabile | Journal voucher
type.payment_allocation | Zuordnung einer Zahlung | Imputation d’un paiement | Attribuzione di un pagamento | Allocation of a payment
type.supplier_payable_settlement | Ausgleich einer Verbindlichkeit | Règlement d’une dette | Regolamento di un debito | Settlement of a payable
type.manual_payment | Zahlung von Hand | Paiement saisi à la main | Pagamento registrato a mano | Manual payment
type.vat_filing | MWST-Abrechnung | Décompte TVA | Rendiconto IVA | VAT return
type.vat_transfer | Umbuchung der MWST | Transfert de la TVA | Trasferimento dell’IVA | Transfer of VAT
type.source_fact_reversal | Storno eines Belegs | Extourne d’une pièce | Storno di un documento | Reversal of a fact
type.allocation_posting | Zuordnung verbuchen | Comptabiliser l’imputation | Contabilizzare l’attribuzione | Post the allocation
type.allocation_reversal | Storno einer Zuordnung | Extourne d’une imputation | Storno di un’attribuzione | Reversal of an allocation
type.settlement_posting | Ausgleich verbuchen | Comptabiliser le règlement | Contabilizzare il regolamento | Post the settlement
type.settlement_reversal | Storno eines Ausgleichs | Extourne d’un règlement | Storno di un regolamento | Reversal of a settlement
type.manual_payment_reversal | Storno einer Zahlung von Hand | Extourne d’un paiement saisi à la main | Storno di un pagamento registrato a mano | Reversal of a manual payment
source.manual | von Hand | à la main | a mano
source_channel.manual | von Hand | à la main | a mano
actor_id.end_customer | Mandant | mandant | mandante | end customer
reason.vat_method of the end customer | Methode des Mandanten | méthode du mandant | metodo del mandante | method of the end customer
`
