/** Members of VAT returns, records and registrations. Name, de, fr, it; en where the name says it badly. */
export const VAT_NAMES = `
acquired | Bezogene Leistung | Prestation acquise | Prestazione acquistata
added_tax | Zusätzliche Steuer | Impôt supplémentaire | Imposta supplementare
change_of_tax_not_due | Veränderung der nicht fälligen Steuer | Variation de l’impôt non encore dû | Variazione dell’imposta non ancora dovuta | Change of tax not due
category | Kategorie | Catégorie | Categoria
consideration | Entgelt | Contre-prestation | Controprestazione
counts_in | Zählt in | Compte dans | Conta in
declares | Deklariert | Déclare | Dichiara
filing_number | Abrechnung Nr. | N° de décompte | N. rendiconto | Return no.
filing_period | Abrechnungsperiode | Période de décompte | Periodo di rendiconto
form_figure | Ziffer des Formulars | Chiffre du formulaire | Cifra del modulo | Figure of the form
input_tax_decision | Entscheid über Vorsteuer | Décision sur l’impôt préalable | Decisione sull’imposta precedente | Decision about input tax
is_registered | Im Register eingetragen | Inscrit au registre | Iscritto nel registro | Registered
is_sign_corrected | Vorzeichen berichtigt | Signe corrigé | Segno corretto | Sign corrected
is_test_file | Testdatei | Fichier de test | File di prova | Test file
net_rate_bp | Saldosteuersatz | Taux de la dette fiscale nette | Aliquota saldo | Net tax rate
payable_tax | Zu bezahlende Steuer | Impôt à payer | Imposta da pagare | Tax to pay
rate_bp | Steuersatz | Taux | Aliquota | Rate
registrations | Registrierungen | Inscriptions | Iscrizioni
registrations_has_more | Es gibt weitere Registrierungen | Il y a d’autres inscriptions | Ci sono altre iscrizioni | There are more registrations
submission | Einreichung | Remise | Inoltro
supply_date | Datum der Leistung | Date de la prestation | Data della prestazione | Date of supply
supply_period | Periode der Leistung | Période de la prestation | Periodo della prestazione | Period of supply
tax | Steuer | Impôt | Imposta
tax_amount | Steuerbetrag | Montant de l’impôt | Importo dell’imposta | Amount of tax
tax_code | Steuercode | Code d’impôt | Codice d’imposta
tax_due | Fällige Steuer | Impôt dû | Imposta dovuta
tax_lines | Steuerzeilen | Lignes d’impôt | Righe d’imposta
tax_summary | Steuern zusammengefasst | Récapitulatif de l’impôt | Riepilogo dell’imposta | Summary of tax
taxes | Steuern | Impôts | Imposte
vat_method | MWST-Methode | Méthode TVA | Metodo IVA | VAT method
vat_return | MWST-Abrechnung | Décompte TVA | Rendiconto IVA | VAT return
answered_at | Beantwortet am | Répondu le | Risposto il
answered_by | Beantwortet durch | Répondu par | Risposto da
`
