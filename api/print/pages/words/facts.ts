/** Members of facts as they were sent, and of what an entry keeps of them. Name, de, fr, it; en where the name says it badly. */
export const FACT_NAMES = `
bank_entries | Bankbewegungen | Mouvements bancaires | Movimenti bancari
cause | Ursache | Cause | Causa
customer | Kunde | Client | Cliente
customer_external_reference | Referenz des Kunden | Référence du client | Riferimento del cliente | Reference of the customer
days | Tage | Jours | Giorni
declared | Deklariert | Déclaré | Dichiarato
discount_bp | Skonto | Escompte | Sconto | Discount
discount_terms | Skontobedingungen | Conditions d’escompte | Condizioni di sconto
evidence_links | Nachweise | Justificatifs | Giustificativi | Evidence
expense_category | Aufwandkategorie | Catégorie de charge | Categoria di spesa
filing | Eingereichte Abrechnung | Décompte remis | Rendiconto inoltrato | Filed return
filing_id | Eingereichte Abrechnung | Décompte remis | Rendiconto inoltrato | Filed return
gross_amount | Bruttobetrag | Montant brut | Importo lordo
intent_id | Auftrag | Ordre | Incarico | Intent
items | Posten | Postes | Partite
label | Bezeichnung | Désignation | Designazione
legacy_line | Frühere Zeile | Ligne antérieure | Riga precedente | Earlier line
media_type | Medientyp | Type de média | Tipo di media
missing_receipt_exception | Ausnahme ohne Beleg | Exception sans pièce | Eccezione senza documento | Exception without a receipt
net_amount | Nettobetrag | Montant net | Importo netto
new | Neuer Posten | Nouveau poste | Nuova partita | New item
open_items | Offene Posten | Postes ouverts | Partite aperte
original | Ursprüngliche Buchung | Écriture d’origine | Scrittura originaria | Original entry
payload | Inhalt | Contenu | Contenuto | Content
purpose | Zweck | But | Scopo
receipt_required | Beleg verlangt | Pièce exigée | Documento richiesto
replay_policy | Verhalten bei Wiederholung | Comportement en cas de répétition | Comportamento in caso di ripetizione
request | Anfrage | Requête | Richiesta
request_hash | Prüfsumme der Anfrage | Empreinte de la requête | Impronta della richiesta | Hash of the request
revenue_category | Ertragskategorie | Catégorie de produit | Categoria di ricavo
reversal | Storno | Extourne | Storno
set_off_consent | Einwilligung zur Verrechnung | Accord de compensation | Consenso alla compensazione | Consent to the set-off
sha256 | SHA-256 | SHA-256 | SHA-256 | SHA-256
supplier | Lieferant | Fournisseur | Fornitore
supplier_external_reference | Referenz des Lieferanten | Référence du fournisseur | Riferimento del fornitore | Reference of the supplier
tax_amount_accepted | Steuerbetrag bestätigt | Montant de l’impôt confirmé | Importo dell’imposta confermato
tax_base | Steuerbasis | Base de l’impôt | Base imponibile
tax_date | Datum der Steuer | Date de l’impôt | Data dell’imposta | Date of the tax
tax_owed_accepted | Geschuldete Steuer bestätigt | Impôt dû confirmé | Imposta dovuta confermata
transfer | Übertrag | Transfert | Trasferimento
uid_mwst_number | MWST-Nummer | Numéro de TVA | Numero IVA | VAT number
uri | Adresse der Datei | Adresse du fichier | Indirizzo del file | Address of the file
`
