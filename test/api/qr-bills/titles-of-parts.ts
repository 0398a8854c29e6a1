/** The titles of the payment part and its sections, by the guidelines of SIX. */
export const TITLES_OF_PARTS = {
  de: ['Zahlteil', 'Empfangsschein', 'Konto / Zahlbar an', 'Zahlbar durch', 'Währung', 'Betrag', 'Annahmestelle'],
  fr: ['Section paiement', 'Récépissé', 'Compte / Payable à', 'Payable par', 'Monnaie', 'Montant', 'Point de dépôt'],
  it: [
    'Sezione pagamento',
    'Ricevuta',
    'Conto / Pagabile a',
    'Pagabile da',
    'Valuta',
    'Importo',
    'Punto di accettazione',
  ],
  en: ['Payment part', 'Receipt', 'Account / Payable to', 'Payable by', 'Currency', 'Amount', 'Acceptance point'],
} as const
