/** Members of payments, allocations, settlements, payment orders and bank rules. Name, de, fr, it; en where the name says it badly. */
export const SETTLEMENT_NAMES = `
action | Handlung | Action | Azione
allocation_id | Zuordnung | Imputation | Attribuzione | Allocation
allocation_request_payload | Inhalt der Zuordnung | Contenu de l’imputation | Contenuto dell’attribuzione | Content of the allocation
allocation_request_payload_hash | Prüfsumme der Zuordnung | Empreinte de l’imputation | Impronta dell’attribuzione | Hash of the allocation
allocation_status | Status der Zuordnung | Statut de l’imputation | Stato dell’attribuzione
approved_by | Freigegeben durch | Approuvé par | Approvato da
candidate_hash | Prüfsumme des Vorschlags | Empreinte de la proposition | Impronta della proposta | Hash of the candidate
candidate_id | Vorschlag | Proposition | Proposta | Candidate
completed_at | Erledigt am | Terminé le | Concluso il
contradiction | Widerspruch | Contradiction | Contraddizione
correction_payment_id | Berichtigende Zahlung | Paiement rectificatif | Pagamento rettificativo | Correcting payment
execution_date | Ausführungsdatum | Date d’exécution | Data di esecuzione
is_limit_passed | Grenze überschritten | Limite dépassée | Limite superato | Limit passed
left_out | Nicht beauftragt | Non ordonné | Non ordinato | Not ordered
ordered | Beauftragt | Ordonné | Ordinato
payment_count | Anzahl Zahlungen | Nombre de paiements | Numero di pagamenti | Number of payments
payment_id | Zahlung | Paiement | Pagamento | Payment
payment_order_id | Zahlungsauftrag | Ordre de paiement | Ordine di pagamento | Payment order
payment_reference | Zahlungsreferenz | Référence de paiement | Riferimento di pagamento
payment_references | Zahlungsreferenzen | Références de paiement | Riferimenti di pagamento
payments | Zahlungen | Paiements | Pagamenti
proposed_amount | Vorgeschlagener Betrag | Montant proposé | Importo proposto
return_sha256 | SHA-256 der Meldung | SHA-256 de l’avis | SHA-256 dell’avviso | SHA-256 of the return
rule_id | Bankregel | Règle bancaire | Regola bancaria | Bank rule
rule_version | Fassung der Regel | Version de la règle | Versione della regola | Version of the rule
score | Punkte | Points | Punti
settle_payable_of | Begleicht Kreditor von | Règle le créancier de | Regola il creditore di
settlement_date | Datum des Ausgleichs | Date du règlement | Data del regolamento | Date of the settlement
settlement_id | Ausgleich | Règlement | Regolamento | Settlement
status_reports | Statusmeldungen der Bank | Avis de statut de la banque | Avvisi di stato della banca | Status reports
switched_on_at | Eingeschaltet am | Activé le | Attivato il
taken_back_at | Zurückgenommen am | Repris le | Ripreso il
taken_back_reason | Grund der Rücknahme | Motif de la reprise | Motivo della ripresa | Why it was taken back
target_allocation_id | Ziel: Zuordnung | Cible : imputation | Destinazione: attribuzione | Target: allocation
target_bank_rule_id | Ziel: Bankregel | Cible : règle bancaire | Destinazione: regola bancaria | Target: bank rule
target_bank_rule_version | Ziel: Fassung der Bankregel | Cible : version de la règle bancaire | Destinazione: versione della regola bancaria | Target: version of the bank rule
target_document_id | Ziel: Posten Debitor | Cible : poste débiteur | Destinazione: partita debitore | Target: item of a customer
target_override_reason | Grund des anderen Ziels | Motif de l’autre cible | Motivo dell’altra destinazione | Why another target
target_settlement_id | Ziel: Ausgleich | Cible : règlement | Destinazione: regolamento | Target: settlement
target_supplier_payable_id | Ziel: Posten Kreditor | Cible : poste créancier | Destinazione: partita creditore | Target: item of a supplier
target_type | Art des Ziels | Genre de cible | Genere di destinazione | Kind of target
target_vat_filing_id | Ziel: MWST-Abrechnung | Cible : décompte TVA | Destinazione: rendiconto IVA | Target: VAT return
together_with | Zusammen mit | Avec | Insieme a
unsettled_entry_ids | Nicht so gebuchte Bewegungen | Mouvements non comptabilisés ainsi | Movimenti non registrati così | Entries that are not booked so
target_payment_id | Ziel: Zahlung | Cible : paiement | Destinazione: pagamento | Target: payment
`
