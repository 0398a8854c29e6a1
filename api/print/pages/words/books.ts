/** Members of facts, entries, accounts, open items, statements and of the setup. Name, de, fr, it; en where the name says it badly. */
export const BOOK_NAMES = `
accounting_finality | Endgültigkeit | Caractère définitif | Definitività
account_class | Kontenklasse | Classe de comptes | Classe di conti
account_mapping_id | Zuordnung Nr. | N° d’affectation | N. attribuzione | Mapping no.
account_type | Kontoart | Genre de compte | Genere di conto
activities | Branchen | Branches | Rami | Activities
activity_id | Branche | Branche | Ramo | Activity
actor_id | Ausgeführt von | Exécuté par | Eseguito da | Done by
actor_type | Art des Ausführenden | Genre d’exécutant | Genere di esecutore | Kind of actor
accepted_at | Angenommen am | Accepté le | Accettato il
advance | Anzahlung | Acompte | Acconto
arithmetic | Rechnung | Calcul | Calcolo
attachment_hashes | Prüfsummen der Beilagen | Empreintes des annexes | Impronte degli allegati | Hashes of attachments
base_amount | Betrag in Buchwährung | Montant en monnaie comptable | Importo in valuta contabile | Amount in base currency
base_open_amount | Offen in Buchwährung | Ouvert en monnaie comptable | Aperto in valuta contabile | Open in base currency
blocker_codes | Sperrgründe | Motifs de blocage | Motivi del blocco
change_number | Änderung Nr. | N° de modification | N. modifica | Change no.
changed_at | Geändert am | Modifié le | Modificato il
changes | Änderungen | Modifications | Modifiche
charges | Spesen | Frais | Spese
closed_at | Abgeschlossen am | Clôturé le | Chiuso il
closing | Abschluss | Clôture | Chiusura
closing_balance | Endsaldo | Solde final | Saldo finale
opening_balance | Anfangssaldo | Solde initial | Saldo iniziale
conditions | Bedingungen | Conditions | Condizioni
content_sha256 | SHA-256 des Inhalts | SHA-256 du contenu | SHA-256 del contenuto | SHA-256 of the content
count | Anzahl | Nombre | Numero
country | Land | Pays | Paese
created | Erfasst | Saisi | Registrato
credits | Haben | Crédits | Avere
debits | Soll | Débits | Dare
counter_account_code | Gegenkonto | Compte de contrepartie | Conto di contropartita | Counter account
creditor_name | Gläubiger | Créancier | Creditore | Creditor
customer_name | Kunde | Client | Cliente | Customer
customer_reference | Kundenreferenz | Référence du client | Riferimento del cliente
customer_credit | Guthaben des Kunden | Avoir du client | Credito del cliente
customer_credit_balance | Saldo des Kundenguthabens | Solde de l’avoir du client | Saldo del credito del cliente | Balance of the customer’s credit
data | Daten | Données | Dati
date | Datum | Date | Data
decided_at | Entschieden am | Décidé le | Deciso il
decided_by | Entschieden durch | Décidé par | Deciso da
decision | Entscheid | Décision | Decisione
deductions | Abzüge | Déductions | Deduzioni
difference | Differenz | Différence | Differenza
discount | Skonto | Escompte | Sconto
document_id | Offener Posten | Poste ouvert | Partita aperta | Open item
document_number | Belegnummer | Numéro de pièce | Numero del documento
either_side_normal | Saldo auf beiden Seiten üblich | Solde usuel des deux côtés | Saldo usuale su entrambi i lati | Balance normal on either side
end_customer_ids | Mandanten | Mandants | Mandanti | End customers
entry_count | Anzahl Buchungen | Nombre d’écritures | Numero di scritture | Number of entries
entry_hash | Prüfsumme der Buchung | Empreinte de l’écriture | Impronta della scrittura | Hash of the entry
entry_id | Bewegung | Mouvement | Movimento | Entry
entry_type | Buchungsart | Genre d’écriture | Genere di scrittura | Kind of entry
evaluated_at | Geprüft am | Examiné le | Esaminato il | Evaluated on
event_date | Datum des Ereignisses | Date de l’événement | Data dell’evento | Date of the event
event_number | Ereignis Nr. | N° d’événement | N. evento | Event no.
event_type | Ereignis | Événement | Evento | Event
event_types | Ereignisse | Événements | Eventi | Events
evidence_entry_id | Belegende Bankbewegung | Mouvement justificatif | Movimento giustificativo | Bank entry in evidence
evidence_link_hashes | Prüfsummen der Belegdateien | Empreintes des fichiers justificatifs | Impronte dei file giustificativi | Hashes of evidence files
evidence_only | Nur Nachweis | Justificatif seulement | Solo giustificativo
evidence_sha256 | SHA-256 des Belegs | SHA-256 de la pièce | SHA-256 del documento | SHA-256 of the evidence
evidence_used | Verwendete Nachweise | Justificatifs utilisés | Giustificativi utilizzati
exchange_rates | Wechselkurse | Cours de change | Tassi di cambio
family | Familie | Famille | Famiglia
figure | Ziffer | Chiffre | Cifra
from | Von | De | Da
has_more | Es gibt weitere | Il y en a d’autres | Ce ne sono altri | There are more
has_open_items | Führt offene Posten | Gère des postes ouverts | Gestisce partite aperte | Has open items
idempotency_key | Schlüssel des Auftrags | Clé de la demande | Chiave della richiesta
included | Enthalten | Compris | Compreso
is_booked | Verbucht | Comptabilisé | Contabilizzato | Booked
is_clearing | Durchlaufkonto | Compte de passage | Conto transitorio | Clearing account
is_default | Vorgabe | Par défaut | Predefinito | Default
is_opening | Aus der Eröffnung | De l’ouverture | Dall’apertura | From the opening
justification | Begründung | Justification | Giustificazione
kept_by | Festgehalten durch | Conservé par | Conservato da
kind | Art | Genre | Genere
language | Sprache | Langue | Lingua
last | Letzte | Dernier | Ultimo
leaf | Blatt | Feuille | Foglia
leaf_index | Nummer des Blatts | Numéro de la feuille | Numero della foglia | Number of the leaf
ledger | Hauptbuch | Grand livre | Libro mastro
ledgers | Hauptbücher | Grands livres | Libri mastri
ledger_position | Stand des Hauptbuchs | État du grand livre | Stato del libro mastro
legal_form | Rechtsform | Forme juridique | Forma giuridica
limit | Höchstzahl | Nombre maximal | Numero massimo
locale | Sprache | Langue | Lingua | Language
locked_through | Gesperrt bis | Bloqué jusqu’au | Bloccato fino al
mapping_key | Zweck der Zuordnung | But de l’affectation | Scopo dell’attribuzione | Purpose of the mapping
mappings | Zuordnungen | Affectations | Attribuzioni
method | Methode | Méthode | Metodo
mode | Betriebsart | Mode | Modalità
number | Nummer | Numéro | Numero
object | Gegenstand | Objet | Oggetto
obstacles | Hindernisse | Obstacles | Ostacoli
occurrence | Vorkommen | Occurrence | Occorrenza
open_amount_before | Vorher offen | Ouvert avant | Aperto prima | Open before
open_ar_snapshot | Debitoren zu diesem Zeitpunkt | Débiteurs à ce moment | Debitori in quel momento | Receivables at that moment
open_item | Offener Posten | Poste ouvert | Partita aperta
open_item_id | Offener Posten | Poste ouvert | Partita aperta | Open item
other | Anderes | Autre | Altro
page | Seite | Page | Pagina
paid | Bezahlt | Payé | Pagato
partner | Partner | Partenaire | Partner
partner_name | Partner | Partenaire | Partner | Partner
partner_relation_id | Nahestehende Person | Personne proche | Persona vicina | Related party
path | Weg | Chemin | Percorso
period_end | Ende der Periode | Fin de la période | Fine del periodo | End of the period
period_start | Beginn der Periode | Début de la période | Inizio del periodo | Start of the period
posted_at | Verbucht am | Comptabilisé le | Contabilizzato il
previous_hash | Vorhergehende Prüfsumme | Empreinte précédente | Impronta precedente
prior_fiscal_year_id | Früheres Geschäftsjahr | Exercice antérieur | Esercizio precedente | Earlier fiscal year
qr_iban | QR-IBAN | QR-IBAN | QR-IBAN | QR-IBAN
rate | Kurs | Cours | Corso
rate_date | Datum des Kurses | Date du cours | Data del corso | Date of the rate
reason | Grund | Motif | Motivo
reasons | Gründe | Motifs | Motivi
record_number | Satz Nr. | N° d’enregistrement | N. registrazione | Record no.
records | Sätze | Enregistrements | Registrazioni
ref | Referenz | Référence | Riferimento | Reference
reference | Referenz | Référence | Riferimento
reference_type | Art der Referenz | Genre de référence | Genere di riferimento | Kind of reference
related_to | Nahestehend als | Proche en tant que | Vicino in quanto
request_id | Anfrage Nr. | N° de demande | N. richiesta | Request no.
result | Ergebnis | Résultat | Risultato
reversal_journal_entry_id | Stornobuchung | Écriture d’extourne | Scrittura di storno | Reversal entry
reversal_of | Storno von | Extourne de | Storno di
reversed_by | Storniert durch | Extourné par | Stornato da
reviewer_justification | Begründung der Prüfung | Justification du réviseur | Giustificazione del revisore
root | Wurzel | Racine | Radice
share_bp | Anteil | Part | Quota | Share
side | Seite | Côté | Lato
size_bytes | Grösse in Byte | Taille en octets | Dimensione in byte | Size in bytes
source_channel | Kanal | Canal | Canale
source_hash | Prüfsumme der Herkunft | Empreinte de l’origine | Impronta dell’origine | Hash of the source
source_payload_hash | Prüfsumme des Inhalts | Empreinte du contenu | Impronta del contenuto | Hash of the payload
source_snapshot | Stand der Herkunft bei der Buchung | État de l’origine lors de l’écriture | Stato dell’origine alla scrittura | The source as it was booked
stamp | Zeitstempel | Horodatage | Marca temporale
stamped_at | Gestempelt am | Horodaté le | Marcato il
stamped_tree | Gestempelter Baum | Arbre horodaté | Albero marcato
state_reason | Grund des Status | Motif de l’état | Motivo dello stato | Reason of the state
status | Status | Statut | Stato
subject | Gegenstand | Objet | Oggetto
sums | Summen | Sommes | Somme
superseded_by | Ersetzt durch | Remplacé par | Sostituito da
supplier_name | Lieferant | Fournisseur | Fornitore | Supplier
supplier_payable_id | Offener Posten Kreditor | Poste ouvert créancier | Partita aperta creditore | Open item of a supplier
supplier_reference | Lieferantenreferenz | Référence du fournisseur | Riferimento del fornitore
to | Bis | À | A
token | Beweis (RFC 3161) | Preuve (RFC 3161) | Prova (RFC 3161) | Proof (RFC 3161)
total_currency | Währung des Totals | Monnaie du total | Valuta del totale
total_minor | Total | Total | Totale | Total
transaction_amount | Betrag in Belegwährung | Montant en monnaie de la pièce | Importo in valuta del documento | Amount in its currency
type | Art | Genre | Genere
url | Adresse | Adresse | Indirizzo | Address
used_by | Verwendet von | Utilisé par | Utilizzato da
valid_from | Gültig ab | Valable dès | Valido dal
valid_on | Gültig am | Valable le | Valido il
valid_to | Gültig bis | Valable jusqu’au | Valido fino al
version | Fassung | Version | Versione
versions | Fassungen | Versions | Versioni
voucher_lines | Zeilen der Buchung | Lignes de l’écriture | Righe della scrittura
withdrawal | Rückzug | Retrait | Ritiro
withdrawn_at | Zurückgezogen am | Retiré le | Ritirato il
would_book | Würde buchen | Comptabiliserait | Contabilizzerebbe
xml | XML | XML | XML | XML
year | Jahr | Année | Anno
without | Ohne | Sans | Senza
`
