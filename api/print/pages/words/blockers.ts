/** Codes of blockers and of warnings, as headings. Code, de, fr, it. */
export const CODES = `
receipt_missing | Beleg fehlt | Pièce manquante | Giustificativo mancante
supplier_missing | Lieferant fehlt | Fournisseur manquant | Fornitore mancante
customer_missing | Kunde fehlt | Client manquant | Cliente mancante
supplier_uid_invalid | UID des Lieferanten ist falsch | IDE du fournisseur non valable | IDI del fornitore non valido
customer_uid_invalid | UID des Kunden ist falsch | IDE du client non valable | IDI del cliente non valido
amount_missing | Betrag fehlt | Montant manquant | Importo mancante
amount_zero | Betrag ist null | Montant nul | Importo nullo
currency_mismatch | Währungen passen nicht zusammen | Monnaies incompatibles | Valute incompatibili
exchange_rate_missing | Wechselkurs fehlt | Cours de change manquant | Tasso di cambio mancante
account_chart_missing | Kontenplan fehlt | Plan comptable manquant | Piano dei conti mancante
account_mapping_missing | Kontenzuordnung fehlt | Attribution de compte manquante | Attribuzione del conto mancante
account_unknown | Konto ist unbekannt | Compte inconnu | Conto sconosciuto
account_inactive | Konto ist nicht aktiv | Compte inactif | Conto inattivo
control_account_without_item | Sammelkonto ohne Posten | Compte collectif sans poste | Conto collettivo senza partita
fiscal_year_missing | Geschäftsjahr fehlt | Exercice manquant | Esercizio mancante
fiscal_year_closed | Geschäftsjahr ist abgeschlossen | Exercice clôturé | Esercizio chiuso
period_locked | Periode ist gesperrt | Période verrouillée | Periodo bloccato
vat_period_missing | MWST-Periode fehlt | Période TVA manquante | Periodo IVA mancante
tax_of_other_method | Steuer einer anderen Abrechnungsmethode | Impôt d’une autre méthode de décompte | Imposta di un altro metodo di rendiconto
amount_too_large | Betrag ist zu gross | Montant trop élevé | Importo troppo grande
amount_too_small | Betrag ist zu klein | Montant trop faible | Importo troppo piccolo
document_date_in_future | Belegdatum liegt in der Zukunft | Date de la pièce dans le futur | Data del documento nel futuro
tax_code_unknown | Steuercode ist unbekannt | Code d’impôt inconnu | Codice d’imposta sconosciuto
supply_period_wrong | Leistungsperiode ist falsch | Période de prestation erronée | Periodo della prestazione errato
tax_rate_not_valid_on_date | Steuersatz gilt an diesem Tag nicht | Taux d’impôt non valable à cette date | Aliquota non valida in questa data
tax_amount_mismatch | Steuerbetrag stimmt nicht | Montant de l’impôt inexact | Importo dell’imposta inesatto
tax_sign_wrong | Vorzeichen der Steuer ist falsch | Signe de l’impôt erroné | Segno dell’imposta errato
tax_shown_unregistered | Steuer ausgewiesen, aber nicht steuerpflichtig | Impôt indiqué sans assujettissement | Imposta indicata senza assoggettamento
supplier_not_registered | Lieferant ist nicht steuerpflichtig | Fournisseur non assujetti | Fornitore non contribuente
tax_code_not_registered | Steuercode ohne MWST-Registrierung | Code d’impôt sans assujettissement | Codice d’imposta senza assoggettamento
vat_activity_missing | Tätigkeit für den Saldosteuersatz fehlt | Activité pour le taux de la dette fiscale nette manquante | Attività per l’aliquota saldo mancante
net_tax_rate_changed | Saldosteuersatz hat geändert | Taux de la dette fiscale nette modifié | Aliquota saldo modificata
already_posted | Bereits verbucht | Déjà comptabilisé | Già contabilizzato
duplicate_document | Doppelter Beleg | Pièce en double | Documento doppio
voucher_not_balanced | Soll und Haben sind nicht gleich | Débit et crédit inégaux | Dare e avere non pareggiano
entry_type_accounts | Buchungsart passt nicht zu den Konten | Genre d’écriture incompatible avec les comptes | Tipo di scrittura incompatibile con i conti
entry_type_tax | Buchungsart erlaubt keine Steuer | Genre d’écriture sans impôt | Tipo di scrittura senza imposta
bank_entry_unknown | Bankbewegung ist unbekannt | Mouvement bancaire inconnu | Movimento bancario sconosciuto
bank_entry_exhausted | Bankbewegung ist schon verbucht | Mouvement bancaire déjà comptabilisé | Movimento bancario già contabilizzato
bank_entry_amount_mismatch | Betrag stimmt nicht mit der Bank überein | Montant différent de celui de la banque | Importo diverso da quello della banca
payment_not_booked | Zahlung ist nicht verbucht | Paiement non comptabilisé | Pagamento non contabilizzato
open_item_missing | Offener Posten fehlt | Poste ouvert manquant | Partita aperta mancante
open_item_unknown | Offener Posten ist unbekannt | Poste ouvert inconnu | Partita aperta sconosciuta
open_item_mismatch | Offener Posten passt nicht | Poste ouvert incompatible | Partita aperta incompatibile
open_item_exceeded | Mehr als offen ist | Plus que le solde ouvert | Più di quanto è aperto
set_off_consent_missing | Einwilligung zur Verrechnung fehlt | Accord de compensation manquant | Consenso alla compensazione mancante
reference_invalid | Referenz ist ungültig | Référence non valable | Riferimento non valido
iban_invalid | IBAN ist ungültig | IBAN non valable | IBAN non valido
evaluation_failed | Auswertung ist gescheitert | Échec de l’évaluation | Valutazione fallita
category_unknown | Kategorie ist unbekannt | Catégorie inconnue | Categoria sconosciuta
role_without_account | Rolle ohne Konto | Rôle sans compte | Ruolo senza conto
tax_amount_differs | Steuerbetrag weicht ab | Montant de l’impôt différent | Importo dell’imposta diverso
input_tax_without_receipt | Vorsteuer ohne Beleg | Impôt préalable sans pièce | Imposta precedente senza giustificativo
supplier_abroad | Lieferant im Ausland | Fournisseur à l’étranger | Fornitore all’estero
supplier_uid_without_suffix | UID ohne Zusatz MWST | IDE sans le suffixe TVA | IDI senza il suffisso IVA
acquisition_tax_unregistered | Bezugsteuer ohne Steuerpflicht | Impôt sur les acquisitions sans assujettissement | Imposta sull’acquisto senza assoggettamento
acquisition_tax_limit_passed | Grenze der Bezugsteuer überschritten | Limite de l’impôt sur les acquisitions dépassée | Limite dell’imposta sull’acquisto superato
credit_note_without_cause | Gutschrift ohne Ursache | Note de crédit sans cause | Nota di credito senza causa
invoice_before_change_of_consideration | Rechnung von vor dem Wechsel der Abrechnungsart | Facture antérieure au changement de mode de décompte | Fattura anteriore al cambio del modo di rendiconto
option_at_net_tax_rate | Option bei Saldosteuersätzen | Option avec le taux de la dette fiscale nette | Opzione con l’aliquota saldo
advance_taken_off | Anzahlung ist abgezogen | Acompte déduit | Acconto dedotto
advance_of_other_method | Anzahlung von vor dem Wechsel der Methode | Acompte antérieur au changement de méthode | Acconto anteriore al cambio del metodo
advance_tax_kept | Steuer der Anzahlung bleibt stehen | Impôt de l’acompte conservé | Imposta dell’acconto mantenuta
advance_taken_off_twice | Anzahlung ist schon abgezogen | Acompte déjà déduit | Acconto già dedotto
several_partners | Mehrere Partner | Plusieurs partenaires | Più partner
value_without_amount | Wert ohne Betrag | Valeur sans montant | Valore senza importo
item_used_before_it_was_opened | Posten vor seiner Entstehung verwendet | Poste utilisé avant sa naissance | Partita utilizzata prima della sua apertura
paid_before_invoice | Bezahlt vor der Rechnung | Payé avant la facture | Pagato prima della fattura
credit_note_beyond_document | Gutschrift mit zu viel Steuer | Note de crédit avec trop d’impôt | Nota di credito con troppa imposta
write_off_without_tax | Ausbuchung ohne Steuer | Amortissement sans impôt | Stralcio senza imposta
bad_debt_without_account | Kein Konto für Debitorenverluste | Pas de compte pour pertes sur débiteurs | Nessun conto per perdite su debitori
purpose_unlikely | Zweck ist unwahrscheinlich | But improbable | Scopo improbabile
item_ordered | Zahlung ist beauftragt | Paiement ordonné | Pagamento ordinato
evidence_names_other | Bankbewegung nennt etwas anderes | Le mouvement bancaire désigne autre chose | Il movimento bancario indica altro
item_before_registration | Posten von vor der MWST-Registrierung | Poste antérieur à l’assujettissement | Partita anteriore all’assoggettamento
bank_entry_booked_by_evidence | Bankbewegung ist vielleicht schon verbucht | Mouvement bancaire peut-être déjà comptabilisé | Movimento bancario forse già contabilizzato
possible_duplicate_item | Vielleicht ein doppelter Posten | Poste peut-être en double | Partita forse doppia
possible_duplicate | Vielleicht ein doppelter Beleg | Pièce peut-être en double | Documento forse doppio
discount_not_booked | Abgezogener Skonto ist nicht verbucht | Escompte déduit non comptabilisé | Sconto dedotto non contabilizzato
discount_taken | Offen ist nur der abgezogene Skonto | Seul l’escompte déduit est ouvert | È aperto solo lo sconto dedotto
already_debited | Von der Bank schon belastet | Déjà débité par la banque | Già addebitato dalla banca
debit_not_booked | Eine Belastung ist nicht verbucht | Un débit n’est pas comptabilisé | Un addebito non è contabilizzato
debit_may_fit | Eine Belastung passt vielleicht | Un débit convient peut-être | Forse un addebito è adatto
debit_booked_otherwise | Eine Belastung ist anders verbucht | Un débit est comptabilisé autrement | Un addebito è contabilizzato altrimenti
debit_dismissed | Eine Belastung ist abgelegt | Un débit est écarté | Un addebito è scartato
letters_not_latin | Schrift, die keine Bank hier nimmt | Écriture qu’aucune banque d’ici n’accepte | Scrittura che nessuna banca di qui accetta
same_reference | Gleiche Referenz wie eine andere Rechnung | Même référence qu’une autre facture | Stesso riferimento di un’altra fattura
supplier_credit_open | Guthaben beim Lieferanten ist offen | Avoir ouvert chez le fournisseur | Credito aperto presso il fornitore
account_refused | Konto hat die letzte Zahlung nicht angenommen | Le compte a refusé le dernier paiement | Il conto ha rifiutato l’ultimo pagamento
iban_changed | IBAN hat geändert | L’IBAN a changé | L’IBAN è cambiato
creditor_iban_missing | IBAN des Lieferanten fehlt | IBAN du fournisseur manquant | IBAN del fornitore mancante
reference_does_not_fit | Referenz passt nicht zur IBAN | La référence ne convient pas à l’IBAN | Il riferimento non corrisponde all’IBAN
agent_missing | Bank des Empfängers fehlt | Banque du bénéficiaire manquante | Banca del beneficiario mancante
already_ordered | Schon beauftragt | Déjà ordonné | Già ordinato
already_sent | Die Bank hat die zurückgezogene Zahlung | La banque a le paiement retiré | La banca ha il pagamento ritirato
being_reversed | Wird storniert | Extourne en cours | Storno in corso
address_incomplete | Adresse ist unvollständig | Adresse incomplète | Indirizzo incompleto
statements_contradict | Kontoauszüge widersprechen sich | Relevés de compte contradictoires | Estratti conto contraddittori
statements_not_compared | Kontoauszüge sind nicht verglichen | Relevés de compte non comparés | Estratti conto non confrontati
payment_used | Zahlung ist schon verwendet | Paiement déjà utilisé | Pagamento già utilizzato
ordered_payment_booked | Beauftragte Zahlung ist verbucht | Paiement ordonné comptabilisé | Pagamento ordinato contabilizzato
effective_method_kept_briefly | Effektive Methode zu kurz beibehalten | Méthode effective maintenue trop peu de temps | Metodo effettivo mantenuto troppo poco
nothing_open | Nichts mehr offen | Plus rien d’ouvert | Più nulla di aperto
currency_not_supported | Nur in Franken und Euro | En francs et en euros seulement | Solo in franchi e in euro
out_of_range | Betrag ist zu gross | Montant trop élevé | Importo troppo grande
creditor_address_missing | Name oder Adresse des Mandanten fehlt | Nom ou adresse du mandant manquant | Nome o indirizzo del mandante mancante
iban_missing | IBAN des Mandanten fehlt | IBAN du mandant manquant | IBAN del mandante mancante
iban_ambiguous | Mehrere IBAN des Mandanten | Plusieurs IBAN du mandant | Più IBAN del mandante
claimed_by_candidate | Ein Vorschlag passt besser | Une proposition convient mieux | Una proposta è più adatta
known_document | Nennt einen bekannten Beleg | Nomme un document connu | Indica un documento noto
open_item_of_partner | Offener Posten des Partners | Poste ouvert du partenaire | Posta aperta del partner
settled_with_partner | Mit dem Partner beglichen | Réglé avec le partenaire | Regolato con il partner
own_account | Eigenes Konto | Compte propre | Conto proprio
other_creditor | Anderer Empfänger | Autre bénéficiaire | Altro beneficiario
line_to_link | Schon von Hand verbucht | Déjà comptabilisé à la main | Già contabilizzato a mano
equal_line | Gleiche Buchung ohne Bankbewegung | Écriture égale sans mouvement bancaire | Scrittura uguale senza movimento bancario
no_open_payable | Keine passende offene Rechnung | Aucune facture ouverte qui convienne | Nessuna fattura aperta adatta
several_open_payables | Mehrere passende offene Rechnungen | Plusieurs factures ouvertes conviennent | Più fatture aperte adatte
parts_exceed_entry | Teile sind mehr als die Bewegung | Parties supérieures au mouvement | Parti superiori al movimento
tax_too_small | Steuer ist zu klein | Impôt trop faible | Imposta troppo piccola
not_booked_by_bank | Von der Bank nicht gebucht | Non comptabilisé par la banque | Non contabilizzato dalla banca
booked | Schon verbucht | Déjà comptabilisé | Già contabilizzato
dismissed | Abgelegt | Écarté | Scartato
repeat | Wiederholung einer anderen Bankbewegung | Répétition d’un autre mouvement bancaire | Ripetizione di un altro movimento bancario
possible_repeat | Vielleicht eine Wiederholung | Peut-être une répétition | Forse una ripetizione
rule_booking_waits | Der Buchungsbeleg der Regel wartet | La pièce de la règle attend | Il giustificativo della regola attende
details_wait | Einzelheiten werden gerade verarbeitet | Détails en cours de traitement | Dettagli in elaborazione
method_changed | Abrechnungsmethode hat geändert | Méthode de décompte modifiée | Metodo di rendiconto modificato
`
