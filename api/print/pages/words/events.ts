/** Kinds of events. Member and value, de, fr, it; en where the value says it badly. */
export const EVENTS = `
event_type.fact.blocked | Beleg blockiert | pièce bloquée | documento bloccato
event_type.fact.posted | Beleg verbucht | pièce comptabilisée | documento contabilizzato
event_type.fact.superseded | Beleg ersetzt | pièce remplacée | documento sostituito
event_type.fact.withdrawn | Beleg zurückgezogen | pièce retirée | documento ritirato
event_type.fact.reversed | Beleg storniert | pièce extournée | documento stornato
event_type.fact.reversal_blocked | Storno des Belegs blockiert | extourne de la pièce bloquée | storno del documento bloccato | reversal of the fact blocked
event_type.allocation.blocked | Zuordnung blockiert | imputation bloquée | attribuzione bloccata
event_type.allocation.posted | Zuordnung verbucht | imputation comptabilisée | attribuzione contabilizzata
event_type.allocation.reversed | Zuordnung storniert | imputation extournée | attribuzione stornata
event_type.allocation.reversal_blocked | Storno der Zuordnung blockiert | extourne de l’imputation bloquée | storno dell’attribuzione bloccato | reversal of the allocation blocked
event_type.settlement.blocked | Ausgleich blockiert | règlement bloqué | regolamento bloccato
event_type.settlement.posted | Ausgleich verbucht | règlement comptabilisé | regolamento contabilizzato
event_type.settlement.reversed | Ausgleich storniert | règlement extourné | regolamento stornato
event_type.settlement.reversal_blocked | Storno des Ausgleichs blockiert | extourne du règlement bloquée | storno del regolamento bloccato | reversal of the settlement blocked
event_type.import.completed | Import erledigt | importation terminée | importazione conclusa
event_type.import.rejected | Import abgelehnt | importation refusée | importazione rifiutata
event_type.manual_payment.recorded | Manuelle Zahlung erfasst | paiement manuel saisi | pagamento manuale registrato
event_type.manual_payment.reversed | Manuelle Zahlung storniert | paiement manuel extourné | pagamento manuale stornato
event_type.payment_order.created | Zahlungsauftrag erstellt | ordre de paiement créé | ordine di pagamento creato
event_type.payment_order.withdrawn | Zahlungsauftrag zurückgezogen | ordre de paiement retiré | ordine di pagamento ritirato
event_type.payment_order.reported | Zahlungsauftrag von der Bank gemeldet | ordre de paiement annoncé par la banque | ordine di pagamento segnalato dalla banca | payment order reported by the bank
event_type.payment_order.contradicted | Zahlungsauftrag widersprüchlich | ordre de paiement contredit | ordine di pagamento contraddetto
event_type.payment_order.paid | Zahlungsauftrag bezahlt | ordre de paiement payé | ordine di pagamento pagato
event_type.payment_order.reopened | Zahlungsauftrag wieder offen | ordre de paiement rouvert | ordine di pagamento riaperto
event_type.bank_entry.changed | Bankbewegung geändert | mouvement bancaire modifié | movimento bancario modificato
event_type.bank_return.created | Rückzahlung erstellt | retour créé | storno creato
event_type.bank_return.reversed | Rückzahlung storniert | retour extourné | storno annullato
event_type.notification.joined | Anzeige verbunden | avis associé | avviso collegato
event_type.payment.superseded | Zahlung ersetzt | paiement remplacé | pagamento sostituito
event_type.bank_rule.changed | Bankregel geändert | règle bancaire modifiée | regola bancaria modificata
event_type.open_item.changed | Offener Posten geändert | poste ouvert modifié | partita aperta modificata
event_type.fiscal_year.closed | Geschäftsjahr abgeschlossen | exercice clôturé | esercizio chiuso
event_type.fiscal_year.reopened | Geschäftsjahr wieder geöffnet | exercice rouvert | esercizio riaperto
event_type.vat_registration.changed | MWST-Registrierung geändert | inscription TVA modifiée | iscrizione IVA modificata | VAT registration changed
event_type.vat_return.filed | MWST-Abrechnung eingereicht | décompte TVA remis | rendiconto IVA inoltrato | VAT return filed
event_type.vat_tax.transferred | MWST umgebucht | TVA transférée | IVA trasferita | VAT transferred
event_type.supplier_uid.answered | UID des Lieferanten beantwortet | réponse sur l’IDE du fournisseur | risposta sull’IDI del fornitore | UID of the supplier answered
event_type.webhook.switched_off | Webhook ausgeschaltet | webhook désactivé | webhook disattivato
`
