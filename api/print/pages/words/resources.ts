/** Resources, their lists, and what belongs to them: titles of pages. Name, de, fr, it; en where the name says it badly. */
export const RESOURCE_NAMES = `
account | Konto | Compte | Conto
account_list | Konten | Comptes | Conti | Accounts
accounts | Konten | Comptes | Conti
account_mapping | Kontozuordnung | Affectation de compte | Attribuzione di conto
account_mapping_list | Kontozuordnungen | Affectations de comptes | Attribuzioni di conti | Account mappings
acquisition_tax | Bezugsteuer | Impôt sur les acquisitions | Imposta sull’acquisto
allocation_handoff | Zuordnungsauftrag | Mandat d’imputation | Mandato di attribuzione | Allocation request
allocation_handoff_list | Zuordnungsaufträge | Mandats d’imputation | Mandati di attribuzione | Allocation requests
bank_entry_use | Verwendung der Bankbewegung | Utilisation du mouvement bancaire | Utilizzo del movimento bancario | Use of the bank entry
bank_entry_use_list | Verwendungen der Bankbewegung | Utilisations du mouvement bancaire | Utilizzi del movimento bancario | Uses of the bank entry
bank_return | Rückzahlung | Retour de paiement | Storno di pagamento
bank_return_list | Rückzahlungen | Retours de paiement | Storni di pagamento | Bank returns
bank_rule | Bankregel | Règle bancaire | Regola bancaria
bank_rule_list | Bankregeln | Règles bancaires | Regole bancarie | Bank rules
bank_rule_booking | Buchung nach Regel | Écriture selon règle | Scrittura secondo regola | Booking by the rule
bank_rule_booking_list | Buchungen nach Regel | Écritures selon règle | Scritture secondo regola | Bookings by the rule
bookings | Buchungen | Écritures | Scritture
bank_rule_trial | Probe der Bankregel | Essai de la règle bancaire | Prova della regola bancaria | Trial of the bank rule
bank_rule_trial_entry | Getroffene Bankbewegung | Mouvement bancaire visé | Movimento bancario interessato | Bank entry of the trial
trial | Probe | Essai | Prova
camt053_import | Import camt.053 | Importation camt.053 | Importazione camt.053 | camt.053 import
camt054_import | Import camt.054 | Importation camt.054 | Importazione camt.054 | camt.054 import
camt054_entry | Anzeige der Bank (camt.054) | Avis de la banque (camt.054) | Avviso della banca (camt.054) | Bank notification (camt.054)
camt054_entry_list | Anzeigen der Bank (camt.054) | Avis de la banque (camt.054) | Avvisi della banca (camt.054) | Bank notifications (camt.054)
document | Offener Posten Debitor | Poste ouvert débiteur | Partita aperta debitore | Open item of a customer
event | Ereignis | Événement | Evento
exchange_rate | Wechselkurs | Cours de change | Tasso di cambio
exchange_rate_list | Wechselkurse | Cours de change | Tassi di cambio | Exchange rates
intent | Auftrag | Ordre | Ordine | Task
intents | Aufträge | Ordres | Ordini | Tasks
ledger_proof | Nachweis des Hauptbuchs | Preuve du grand livre | Prova del libro mastro | Proof of the ledger
listed_end_customer | Mandant | Mandant | Mandante | End customer
manual_payment | Manuelle Zahlung | Paiement manuel | Pagamento manuale
manual_payment_list | Manuelle Zahlungen | Paiements manuels | Pagamenti manuali | Manual payments
partner_relation | Nahestehende Person | Personne proche | Persona vicina | Related party
partner_relation_list | Nahestehende Personen | Personnes proches | Persone vicine | Related parties
payment | Zahlungseingang | Paiement reçu | Pagamento ricevuto | Incoming payment
payment_allocation | Zahlungszuordnung | Imputation de paiement | Attribuzione di pagamento
payment_allocation_list | Zahlungszuordnungen | Imputations de paiements | Attribuzioni di pagamenti | Payment allocations
allocations | Zuordnungen | Imputations | Attribuzioni
settlements | Ausgleiche | Règlements | Regolamenti
payment_order | Zahlungsauftrag | Ordre de paiement | Ordine di pagamento
payment_order_file | Datei des Zahlungsauftrags | Fichier de l’ordre de paiement | File dell’ordine di pagamento | File of the payment order
file | Datei | Fichier | File
period_lock | Periodensperre | Blocage de période | Blocco di periodo
period_locks | Periodensperren | Blocages de périodes | Blocchi di periodi
qr_bill | QR-Rechnung | QR-facture | QR-fattura | QR-bill
allocation_handoffs | Zuordnungsaufträge | Mandats d’imputation | Mandati di attribuzione | Allocation requests
qr_bill_payment_part | Zahlteil der QR-Rechnung | Section paiement de la QR-facture | Sezione pagamento della QR-fattura | Payment part of the QR-bill
payment_part | Zahlteil | Section paiement | Sezione pagamento
settlement_candidate | Vorschlag | Proposition | Proposta | Candidate
supplier_payable | Offener Posten Kreditor | Poste ouvert créancier | Partita aperta creditore | Open item of a supplier
supplier_payable_settlement | Ausgleich Kreditor | Règlement créancier | Regolamento creditore | Settlement of a payable
supplier_payable_settlement_list | Ausgleiche Kreditoren | Règlements créanciers | Regolamenti creditori | Settlements of payables
supplier_uid | UID des Lieferanten | IDE du fournisseur | IDI del fornitore | UID of the supplier
supplier_uid_list | UID der Lieferanten | IDE des fournisseurs | IDI dei fornitori | UIDs of suppliers
tax_not_due | Noch nicht fällige Steuer | Impôt pas encore dû | Imposta non ancora dovuta | Tax not due
tax_not_due_list | Noch nicht fällige Steuer | Impôt pas encore dû | Imposta non ancora dovuta | Tax not due
tax_record_list | Steuerjournal | Journal de l’impôt | Giornale dell’imposta | Tax records
vat_filing | MWST-Abrechnung | Décompte TVA | Rendiconto IVA | VAT return
vat_reconciliation_entry_list | MWST-Abstimmung: Buchungen | Concordance TVA: écritures | Riconciliazione IVA: scritture | VAT reconciliation: entries
vat_reconciliation | MWST-Abstimmung | Concordance TVA | Riconciliazione IVA | VAT reconciliation
vat_registration | MWST-Registrierung | Inscription TVA | Iscrizione IVA | VAT registration
vat_registrations | MWST-Registrierungen | Inscriptions TVA | Iscrizioni IVA | VAT registrations
vat_registration_change | Änderung der MWST-Registrierung | Modification de l’inscription TVA | Modifica dell’iscrizione IVA | Change of the VAT registration
vat_transfer | Umbuchung der MWST | Transfert de la TVA | Trasferimento dell’IVA | VAT transfer
fiscal_year_closing | Abschluss | Clôture | Chiusura | Closing
webhook_attempt | Zustellversuch | Tentative de livraison | Tentativo di consegna | Delivery attempt
webhook_attempt_list | Zustellversuche | Tentatives de livraison | Tentativi di consegna | Delivery attempts
attempts | Versuche | Tentatives | Tentativi
webhook_position | Stand der Zustellung | État de la livraison | Stato della consegna | Position of the webhook
webhook_position_list | Stand der Zustellung | État de la livraison | Stato della consegna | Positions of the webhook
positions | Stand | État | Stato
webhook_subscription | Webhook-Abonnement | Abonnement webhook | Abbonamento webhook
webhook_subscription_list | Webhook-Abonnements | Abonnements webhook | Abbonamenti webhook | Webhook subscriptions
uses | Verwendungen | Utilisations | Utilizzi
entries | Buchungen | Écritures | Scritture
journal | Journal | Journal | Giornale
getAllocationHandoff | Zuordnungsauftrag | Mandat d’imputation | Mandato di attribuzione | Allocation request
`
