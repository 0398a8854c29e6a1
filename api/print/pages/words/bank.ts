/** Members of bank statements, notifications and bank entries. Name, de, fr, it; en where the name says it badly. */
export const BANK_NAMES = `
accepted_difference | Angenommene Differenz | Différence acceptée | Differenza accettata
account_currency | Währung des Kontos | Monnaie du compte | Valuta del conto | Currency of the account
account_iban | IBAN des Kontos | IBAN du compte | IBAN del conto | IBAN of the account
account_id | Kennung des Kontos | Identifiant du compte | Identificativo del conto | Id of the account
account_other_id | Kontonummer ohne IBAN | Numéro de compte sans IBAN | Numero di conto senza IBAN | Account number other than IBAN
account_owner | Kontoinhaber | Titulaire du compte | Titolare del conto
account_servicer_reference | Referenz der Bank | Référence de la banque | Riferimento della banca | Reference of the bank
acct_svcr_ref | Referenz der Bank | Référence de la banque | Riferimento della banca | Reference of the bank
additional_entry_information | Weitere Angaben zur Bewegung | Autres indications sur le mouvement | Altre indicazioni sul movimento | More about the entry
additional_info | Weitere Angaben | Autres indications | Altre indicazioni | More information
additional_remittance | Weitere Zahlungsangaben | Autres indications de paiement | Altre indicazioni di pagamento | More remittance information
address_line_1 | Adresszeile 1 | Ligne d’adresse 1 | Riga d’indirizzo 1
address_line_2 | Adresszeile 2 | Ligne d’adresse 2 | Riga d’indirizzo 2
amount_details | Angaben zum Betrag | Détails du montant | Dettagli dell’importo | Details of the amount
amount_from | Betrag ab | Montant dès | Importo da
amount_minor | Betrag | Montant | Importo | Amount
amount_source | Herkunft des Betrags | Origine du montant | Origine dell’importo | Source of the amount
amount_to | Betrag bis | Montant jusqu’à | Importo fino a
balances | Saldi | Soldes | Saldi
bank_reference | Bankreferenz | Référence bancaire | Riferimento bancario
bank_status | Status bei der Bank | Statut auprès de la banque | Stato presso la banca
bank_transaction_code | Code der Transaktion | Code de la transaction | Codice della transazione
bank_tx_code | Code der Transaktion | Code de la transaction | Codice della transazione | Bank transaction code
batches | Sammelbuchungen | Écritures collectives | Registrazioni collettive
bic | BIC | BIC | BIC | BIC
booked_amount | Verbuchter Betrag | Montant comptabilisé | Importo contabilizzato
booked_by | Verbucht durch | Comptabilisé par | Contabilizzato da
booked_credits | Verbuchte Gutschriften | Crédits comptabilisés | Accrediti contabilizzati
booked_debits | Verbuchte Belastungen | Débits comptabilisés | Addebiti contabilizzati
booking_date | Buchungsdatum der Bank | Date comptable de la banque | Data contabile della banca | Booking date of the bank
building_number | Hausnummer | Numéro de maison | Numero civico
canonical_entry_hash | Prüfsumme der Bewegung | Empreinte du mouvement | Impronta del movimento | Hash of the entry
codes | Codes | Codes | Codici
counterparty_iban | IBAN der Gegenpartei | IBAN de la contrepartie | IBAN della controparte | IBAN of the counterparty
counterparty_name | Gegenpartei | Contrepartie | Controparte | Counterparty
credit_debit | Soll oder Haben | Débit ou crédit | Dare o avere | Debit or credit
credit_debit_indicator | Soll oder Haben | Débit ou crédit | Dare o avere | Debit or credit
creditor | Begünstigter | Bénéficiaire | Beneficiario
creditor_account | Konto des Begünstigten | Compte du bénéficiaire | Conto del beneficiario
creditor_agent_bic | BIC der Bank des Begünstigten | BIC de la banque du bénéficiaire | BIC della banca del beneficiario | BIC of the creditor’s bank
creditor_refs | Referenzen des Begünstigten | Références du bénéficiaire | Riferimenti del beneficiario | References of the creditor
debtor | Zahler | Payeur | Pagatore
debtor_account | Konto des Zahlers | Compte du payeur | Conto del pagatore
debtor_agent_bic | BIC der Bank des Zahlers | BIC de la banque du payeur | BIC della banca del pagatore | BIC of the debtor’s bank
debtor_name | Zahler | Payeur | Pagatore | Debtor
details_amount | Betrag der Einzelheiten | Montant des détails | Importo dei dettagli | Amount of the details
direction | Richtung | Sens | Direzione
dismissal | Ablage | Mise à l’écart | Scarto
dismissed_at | Abgelegt am | Écarté le | Scartato il
domain | Bereich | Domaine | Dominio
earlier_repeat_decisions | Frühere Entscheide | Décisions antérieures | Decisioni precedenti | Earlier decisions
electronic_seq | Elektronische Nummer | Numéro électronique | Numero elettronico | Electronic number
end_to_end_id | End-to-End-Referenz | Référence de bout en bout | Riferimento end-to-end | End-to-end id
entry_reference | Referenz der Bewegung | Référence du mouvement | Riferimento del movimento | Reference of the entry
error | Fehler | Erreur | Errore
file_name | Dateiname | Nom du fichier | Nome del file
file_sha256 | SHA-256 der Datei | SHA-256 du fichier | SHA-256 del file | SHA-256 of the file
has_more_details | Es gibt weitere Einzelheiten | Il y a d’autres détails | Ci sono altri dettagli | There are more details
has_more_uses | Es gibt weitere Verwendungen | Il y a d’autres utilisations | Ci sono altri utilizzi | There are more uses
has_more_versions | Es gibt weitere Fassungen | Il y a d’autres versions | Ci sono altre versioni | There are more versions
iban | IBAN | IBAN | IBAN | IBAN
iban_before | Frühere IBAN | Ancien IBAN | IBAN precedente | IBAN before
import_id | Import | Importation | Importazione | Import
import_ids | Importe | Importations | Importazioni | Imports
instr_id | Referenz der Anweisung | Référence de l’instruction | Riferimento dell’istruzione | Instruction id
is_automatic | Bucht von selbst | Comptabilise de lui-même | Contabilizza da sé | Books by itself
issuer | Herausgeber | Émetteur | Emittente
joined_at | Verbunden am | Associé le | Collegato il
known_entry_count | Bereits bekannte Bewegungen | Mouvements déjà connus | Movimenti già noti | Entries known before
last_entry_id | Letzte Bewegung | Dernier mouvement | Ultimo movimento | Last entry
legal_seq | Gesetzliche Nummer | Numéro légal | Numero legale | Legal number
link_proposals | Vorgeschlagene Verbindungen | Liens proposés | Collegamenti proposti | Proposed links
linked_entry_count | Verbundene Bewegungen | Mouvements liés | Movimenti collegati | Linked entries
looked_at | Angesehene Bewegungen | Mouvements examinés | Movimenti esaminati
mandate_id | Mandat | Mandat | Mandato | Mandate
message_id | Meldung Nr. | N° de message | N. messaggio | Message no.
msg_id | Meldung Nr. | N° de message | N. messaggio | Message no.
nb_of_txs | Anzahl Transaktionen | Nombre de transactions | Numero di transazioni | Number of transactions
new_entry_count | Neue Bewegungen | Nouveaux mouvements | Nuovi movimenti | New entries
notification_id | Anzeige der Bank | Avis de la banque | Avviso della banca | Notification
notification_ids | Anzeigen der Bank | Avis de la banque | Avvisi della banca | Notifications
notifications | Anzeigen der Bank | Avis de la banque | Avvisi della banca
notified_entry_id | Angezeigte Bewegung | Mouvement annoncé | Movimento annunciato | Notified entry
original_entry_id | Ursprüngliche Bewegung | Mouvement d’origine | Movimento d’origine | Original entry
payment_information_id | Zahlungsgruppe | Groupe de paiements | Gruppo di pagamenti | Payment group
pmt_inf_id | Zahlungsgruppe | Groupe de paiements | Gruppo di pagamenti | Payment group
possible_repeat | Mögliche Wiederholung | Répétition possible | Possibile ripetizione
possible_repeat_count | Mögliche Wiederholungen | Répétitions possibles | Possibili ripetizioni | Possible repeats
post_code | Postleitzahl | Code postal | Codice postale
proposed_entry_ids | Vorgeschlagene Bewegungen | Mouvements proposés | Movimenti proposti | Proposed entries
proprietary | Eigener Code der Bank | Code propre à la banque | Codice proprio della banca | Code of the bank’s own
proprietary_issuer | Herausgeber des Codes | Émetteur du code | Emittente del codice | Issuer of the code
referred_documents | Genannte Belege | Pièces mentionnées | Documenti menzionati
rejected_count | Abgelehnt | Refusés | Rifiutati | Rejected
remittance_text | Zahlungszweck | Motif du paiement | Causale del pagamento
repeat_decision | Entscheid über Wiederholung | Décision sur la répétition | Decisione sulla ripetizione | Decision about the repeat
repeat_of_entry_id | Wiederholung von | Répétition de | Ripetizione di | Repeat of
report_id | Bericht Nr. | N° de rapport | N. rapporto | Report no.
return_reason | Grund der Rückzahlung | Motif du retour | Motivo dello storno
returned_amount | Zurückbezahlter Betrag | Montant retourné | Importo restituito
returned_by_entry_id | Zurückbezahlt durch | Retourné par | Restituito da | Returned by
reversal_indicator | Stornokennzeichen | Indicateur d’annulation | Indicatore di storno
servicer_bic | BIC der Bank | BIC de la banque | BIC della banca | BIC of the bank
statement_id | Bankauszug | Relevé bancaire | Estratto bancario | Bank statement
statements | Bankauszüge | Relevés bancaires | Estratti bancari | Bank statements
street_name | Strasse | Rue | Via | Street
structured_address | Adresse | Adresse | Indirizzo | Address
sub_type | Unterart | Sous-genre | Sottogenere
subfamily | Unterfamilie | Sous-famille | Sottofamiglia
superseded_by_notification_id | Ersetzt durch Anzeige | Remplacé par l’avis | Sostituito dall’avviso | Superseded by
town_name | Ort | Localité | Località | Town
transaction_details | Einzelheiten | Détails | Dettagli | Details
tx_id | Transaktion Nr. | N° de transaction | N. transazione | Transaction id
uetr | UETR | UETR | UETR | UETR
ultimate_creditor_name | Endbegünstigter | Bénéficiaire final | Beneficiario finale | Ultimate creditor
ultimate_debtor_name | Ursprünglicher Zahler | Payeur final | Pagatore finale | Ultimate debtor
unbooked_amount | Nicht verbuchter Betrag | Montant non comptabilisé | Importo non contabilizzato
unstructured | Mitteilung | Communication | Comunicazione | Message
use_id | Verwendung | Utilisation | Utilizzo | Use
value_date | Valuta | Date valeur | Data valuta
with_entry_id | Gegenbewegung | Mouvement opposé | Movimento opposto | Opposite entry
`
