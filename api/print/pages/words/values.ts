/** Values of members and choices of filters. Member and value, de, fr, it; en where the value says it badly. */
export const VALUES = `
source_system.bank_rules | Bankregeln | règles bancaires | regole bancarie
source_system.bank_returns | Rückzahlungen der Bank | retours de la banque | storni della banca
state.received | empfangen | reçu | ricevuto
state.blocked | blockiert | bloqué | bloccato
state.posted | verbucht | comptabilisé | contabilizzato
state.reversed | storniert | extourné | stornato
state.superseded | ersetzt | remplacé | sostituito
state.withdrawn | zurückgezogen | retiré | ritirato
state.pending | in Arbeit | en cours | in corso
state.succeeded | gelungen | réussi | riuscito
state.failed | fehlgeschlagen | échoué | fallito
state.open | offen | ouvert | aperto
state.closed | abgeschlossen | clôturé | chiuso
state.settled | beglichen | réglé | regolato
state.imported | importiert | importé | importato
state.rejected | abgelehnt | refusé | rifiutato
state.reserved | reserviert | réservé | riservato
state.waiting | wartend | en attente | in attesa
state.joined | verbunden | associé | collegato
state.kept | behalten | conservé | conservato
state.partially_allocated | teilweise zugeordnet | partiellement imputé | attribuito in parte
state.allocated | zugeordnet | imputé | attribuito
state.returned | zurückbezahlt | retourné | restituito
state.unbooked | nicht verbucht | non comptabilisé | non contabilizzato | not booked
state.partly_booked | teilweise verbucht | partiellement comptabilisé | contabilizzato in parte
state.to_book | nicht oder teilweise verbucht | non comptabilisé ou en partie | non contabilizzato o in parte | not or partly booked
state.booked | verbucht | comptabilisé | contabilizzato
state.dismissed | abgelegt | écarté | scartato
state.on | ein | activé | attivo
state.off | aus | désactivé | disattivato
state.draft | Entwurf | brouillon | bozza
state.recorded | erfasst | saisi | registrato
state.completed | erledigt | terminé | concluso
state.ordered | beauftragt | ordonné | ordinato
state.paid | bezahlt | payé | pagato
accounting_finality.none | keine | aucun | nessuna
fact_type.expense_document | Lieferantenrechnung | Facture fournisseur | Fattura fornitore | Supplier invoice
fact_type.customer_invoice | Kundenrechnung | Facture client | Fattura cliente | Customer invoice
fact_type.journal_voucher | Buchungsbeleg | Pièce comptable | Giustificativo contabile | Journal voucher
account_type.asset | Aktiven | Actifs | Attivi | Assets
account_type.liability | Fremdkapital | Capitaux étrangers | Capitale di terzi | Liabilities
account_type.equity | Eigenkapital | Capitaux propres | Capitale proprio | Equity
account_type.revenue | Ertrag | Produits | Ricavi | Revenue
account_type.expense | Aufwand | Charges | Costi | Expenses
account_type.closing | Abschlusskonto | Compte de clôture | Conto di chiusura | Closing account
status.BOOK | verbucht | comptabilisé | contabilizzato | booked
status.PDNG | vorgemerkt | en attente | in sospeso | pending
status.INFO | zur Information | pour information | a titolo informativo | for information
status.FUTR | künftig | futur | futuro | future
status.active | aktiv | actif | attivo
status.inactive | inaktiv | inactif | inattivo
related_to.holders | Beteiligte | Titulaires de participations | Titolari di quote | Holders of shares
related_to.organs | Organe | Organes | Organi | Governing bodies
related_to.participations | Beteiligungen | Participations | Partecipazioni
method.effective | effektiv | effective | effettivo
method.net_tax_rate | Saldosteuersatz | taux de la dette fiscale nette | aliquota saldo
method.not_registered | nicht steuerpflichtig | non assujetti | non assoggettato
locale.de | Deutsch | allemand | tedesco | German
locale.fr | Französisch | français | francese | French
locale.it | Italienisch | italien | italiano | Italian
locale.en | Englisch | anglais | inglese | English
legal_form.company | Kapitalgesellschaft | Société de capitaux | Società di capitali | Company
legal_form.sole_proprietor | Einzelunternehmen | Raison individuelle | Ditta individuale | Sole proprietor
legal_form.partnership | Personengesellschaft | Société de personnes | Società di persone | Partnership
legal_form.association | Verein | Association | Associazione | Association
legal_form.foundation | Stiftung | Fondation | Fondazione | Foundation
side.customer | Kunde | client | cliente
side.supplier | Lieferant | fournisseur | fornitore
side.receivables | Debitoren | débiteurs | debitori
side.payables | Kreditoren | créanciers | creditori
kept_by.close | Abschluss | clôture | chiusura
kept_by.migration | Übernahme | reprise | ripresa | takeover
purpose.payment | Zahlung | paiement | pagamento
purpose.refund | Rückzahlung | remboursement | rimborso
purpose.set_off | Verrechnung | compensation | compensazione
purpose.write_off | Ausbuchung | amortissement | stralcio
purpose.transfer | Umbuchung | transfert | trasferimento
purpose.revaluation | Neubewertung | réévaluation | rivalutazione
cause.consideration_changed | Entgelt geändert | contre-prestation modifiée | controprestazione modificata
cause.error | Fehler | erreur | errore
replay_policy.idempotent_replay | gleiche Antwort | même réponse | stessa risposta | same answer
entry_type.standard | ordentlich | ordinaire | ordinaria
entry_type.opening | Eröffnung | ouverture | apertura
entry_type.closing | Abschluss | clôture | chiusura
entry_type.takeover | Übernahme | reprise | ripresa
kind.not_due | nicht fällig | non dû | non dovuta
kind.declared | deklariert | déclaré | dichiarata
kind.extinguished | erloschen | éteint | estinta
kind.taken_over | übernommen | repris | ripresa
kind.receivable | Forderung | créance | credito
kind.customer_credit | Guthaben des Kunden | avoir du client | credito del cliente | credit of the customer
kind.payable | Verbindlichkeit | dette | debito
kind.supplier_advance | Anzahlung an Lieferanten | acompte au fournisseur | acconto al fornitore | advance to a supplier
kind.due | fällig | dû | dovuta
kind.due_annually | jährlich fällig | dû annuellement | dovuta annualmente
kind.declared_annually | jährlich deklariert | déclaré annuellement | dichiarata annualmente
kind.daily | Tageskurs | cours du jour | corso del giorno
kind.monthly_average | Monatsmittelkurs | cours mensuel moyen | corso medio mensile
arithmetic.holds | stimmt | exact | esatto | correct
arithmetic.does_not_hold | stimmt nicht | inexact | inesatto | not correct
arithmetic.cannot_be_asked | nicht prüfbar | non vérifiable | non verificabile | cannot be checked
credit_debit.CRDT | Gutschrift | crédit | accredito | credit
credit_debit.DBIT | Belastung | débit | addebito | debit
used_by.allocation | Zuordnung | imputation | attribuzione
used_by.settlement | Ausgleich | règlement | regolamento
used_by.voucher | Buchungsbeleg | pièce comptable | giustificativo contabile
used_by.link | Verbindung | lien | collegamento
used_by.return | Rückzahlung | retour | storno
decision.repeat | Wiederholung | répétition | ripetizione
decision.new | neue Bewegung | nouveau mouvement | nuovo movimento
decided_by.reviewer | Prüfung | réviseur | revisore
decided_by.bank_statements | Bankauszüge | relevés bancaires | estratti bancari
reason.details_known | Einzelheiten bekannt | détails connus | dettagli noti
reason.payment_used | Zahlung verwendet | paiement utilisé | pagamento utilizzato
target_type.document | Posten Debitor | poste débiteur | partita debitore | item of a customer
target_type.supplier_payable | Posten Kreditor | poste créancier | partita creditore | item of a supplier
target_type.vat_filing | MWST-Abrechnung | décompte TVA | rendiconto IVA | VAT return
target_type.payment | Zahlung | paiement | pagamento
target_type.rule | Bankregel | règle bancaire | regola bancaria
target_type.return | Rückzahlung | retour | storno
type.discount | Skonto | escompte | sconto
type.bank_charges | Bankspesen | frais bancaires | spese bancarie
type.rounding | Rundung | arrondi | arrotondamento
type.write_off | Abschreibung | perte sur créance | perdita su credito
type.other | anderes | autre | altro
reasons.reference | Referenz | référence | riferimento
reasons.number_in_text | Nummer im Text | numéro dans le texte | numero nel testo
reasons.number_with_typo | Nummer mit Tippfehler | numéro avec faute de frappe | numero con errore di battitura
reasons.amount | Betrag | montant | importo
reasons.name | Name | nom | nome
reasons.iban | IBAN | IBAN | IBAN | IBAN
reasons.book_value | etwa Buchwert | proche de la valeur comptable | circa valore contabile | about the book value
reasons.discount | Skonto | escompte | sconto
reasons.sum | Summe | somme | somma
reasons.other_sums | andere Summen möglich | autres sommes possibles | altre somme possibili | other sums are possible
reasons.other_number | andere Nummer im Text | autre numéro dans le texte | altro numero nel testo | another number in the text
reasons.month_in_text | Monat im Text | mois dans le texte | mese nel testo | month in the text
reasons.other_month | anderer Monat im Text | autre mois dans le texte | altro mese nel testo | another month in the text
reasons.search_ended | Suche beendet | recherche terminée | ricerca terminata
reasons.end_to_end_id | End-to-End-Referenz | référence de bout en bout | riferimento end-to-end | end-to-end id
reasons.payment_information_id | Zahlungsgruppe | groupe de paiements | gruppo di pagamenti | payment group
reasons.ordered | beauftragt | ordonné | ordinato
reasons.ordered_batch | als Sammelauftrag | par ordre collectif | con ordine collettivo
reasons.other_day | anderer Tag | autre jour | altro giorno
reasons.other_ordered | anderes beauftragt | autre ordre donné | altro ordinato | another order fits
reasons.uetr | UETR | UETR | UETR | UETR
reasons.acct_svcr_ref | Referenz der Bank | référence de la banque | riferimento della banca | reference of the bank
reasons.refund | Rückerstattung | remboursement | rimborso
reasons.withdrawn_payment | zurückgezogene Zahlung | paiement retiré | pagamento ritirato
reasons.paid_payment | bezahlte Zahlung | paiement déjà fait | pagamento già fatto
reasons.other_candidate | anderer Vorschlag | autre proposition | altra proposta
reasons.known_document | bekannter Beleg | document connu | documento noto
reasons.open_item_of_partner | offener Posten des Partners | poste ouvert du partenaire | posta aperta del partner
reasons.settled_with_partner | mit dem Partner beglichen | réglé avec le partenaire | regolato con il partner
reasons.own_account | eigenes Konto | compte propre | conto proprio
reasons.other_creditor | anderer Empfänger | autre bénéficiaire | altro beneficiario
reasons.rejected_payment | abgelehnte Zahlung | paiement rejeté | pagamento rifiutato
reasons.set_off | Verrechnung | compensation | compensazione
reasons.taken_back | zurückgenommen | repris | ripreso
reasons.direction | Richtung | sens | direzione
reasons.bank_account | Bankkonto | compte bancaire | conto bancario
reasons.counterparty_iban | IBAN der Gegenpartei | IBAN de la contrepartie | IBAN della controparte | IBAN of the counterparty
reasons.counterparty_name | Gegenpartei | contrepartie | controparte
reasons.text | Text | texte | testo
reasons.bank_transaction_code | Code der Transaktion | code de la transaction | codice della transazione
reasons.amount_range | Betragsspanne | fourchette du montant | intervallo d’importo
mode.candidate | Vorschlag | proposition | proposta
mode.automatic | automatisch | automatique | automatico
booked_by.reversal | Storno | extourne | storno
booked_by.voucher | Buchungsbeleg | pièce comptable | giustificativo contabile
actor_type.api_key | API-Schlüssel | clé API | chiave API | API key
allocation_status.not_supported_in_v0_1 | nicht unterstützt | non pris en charge | non supportato | not supported
contradiction.rejected_and_paid | abgelehnt und bezahlt | refusé et payé | rifiutato e pagato
contradiction.withdrawn_and_paid | zurückgezogen und bezahlt | retiré et payé | ritirato e pagato
contradiction.withdrawn_and_sent | zurückgezogen, bei der Bank | retiré, à la banque | ritirato, presso la banca
consideration.agreed | vereinbartes Entgelt | contre-prestations convenues | controprestazioni convenute | agreed consideration
consideration.received | vereinnahmtes Entgelt | contre-prestations reçues | controprestazioni ricevute | received consideration
filing_period.month | monatlich | mensuelle | mensile | monthly
filing_period.quarter | vierteljährlich | trimestrielle | trimestrale | quarterly
filing_period.half_year | halbjährlich | semestrielle | semestrale | half-yearly
filing_period.year | jährlich | annuelle | annuale | yearly
exchange_rates.daily | Tageskurs | cours du jour | corso del giorno
exchange_rates.monthly_average | Monatsmittelkurs | cours mensuel moyen | corso medio mensile
vat_period.current | laufende Periode | période courante | periodo corrente
vat_period.correction | Korrekturabrechnung | décompte rectificatif | rendiconto di correzione
vat_period.annual_reconciliation | Jahresabstimmung | concordance annuelle | riconciliazione annuale
submission.first | Ersteinreichung | première remise | primo inoltro | first submission
submission.correction | Korrekturabrechnung | décompte rectificatif | rendiconto di correzione
submission.annual_reconciliation | Jahresabstimmung | concordance annuelle | riconciliazione annuale
without.opening | Eröffnungsbuchungen | écritures d’ouverture | scritture di apertura | opening entries
counts_in.period | Periode | période | periodo
counts_in.annual_reconciliation | Jahresabstimmung | concordance annuelle | riconciliazione annuale
counts_in.not_due | nicht fällig | non dû | non dovuta
category.recorded | erfasst | saisi | registrato
category.disposal | Veräusserung | aliénation | alienazione
category.private_share | Privatanteil | part privée | quota privata
category.advance | Anzahlung | acompte | acconto
category.exchange_difference | Kursdifferenz | différence de change | differenza di cambio
category.rounding | Rundung | arrondi | arrotondamento
category.reduction | Entgeltsminderung | diminution de la contre-prestation | diminuzione della controprestazione
category.purchase_reduction | Minderung des Einkaufs | diminution de l’achat | diminuzione dell’acquisto | reduction of a purchase
category.credit_on_expense | Gutschrift auf Aufwand | crédit sur charges | accredito su costi
category.accrual | Abgrenzung | régularisation | rateo o risconto
category.tax | Steuer | impôt | imposta
category.takeover | Übernahme | reprise | ripresa
category.other_account | anderes Konto | autre compte | altro conto
category.declared_with_payment | mit der Zahlung deklariert | déclaré au paiement | dichiarato con il pagamento
category.not_booked | nicht verbucht | non comptabilisé | non contabilizzato
category.owed | geschuldet | dû | dovuto
category.deducted | abgezogen | déduit | dedotto
category.without_code | ohne Steuercode | sans code d’impôt | senza codice d’imposta | without a tax code
category.transferred | umgebucht | transféré | trasferito
category.other | anderes | autre | altro
off_reason.request | auf Verlangen | sur demande | su richiesta | on request
off_reason.gone | Adresse aufgehoben | adresse supprimée | indirizzo soppresso | address is gone
off_reason.failing | dauernd fehlerhaft | échecs répétés | errori ripetuti | kept failing
failed.true | ja | oui | sì | yes
failed.false | nein | non | no | no
`
