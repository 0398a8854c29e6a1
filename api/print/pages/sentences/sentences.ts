/**
 * Messages of the interface, and what is to be done, as they stand in the code; `{}` is a value. English, de, fr, it.
 * A message that is not here stays in English, marked as such.
 */
export const SENTENCES = `
The end customer has no UID. | Der Mandant hat keine UID. | Le mandant n’a pas d’IDE. | Il mandante non ha un IDI.
{} is no UID. | {} ist keine UID. | {} n’est pas un IDE. | {} non è un IDI.
{} has not the form of a UID. | {} hat nicht die Form einer UID. | {} n’a pas la forme d’un IDE. | {} non ha la forma di un IDI.
Send the uid with {}. | Die UID mit {} senden. | Envoyer l’IDE avec {}. | Inviare l’IDI con {}.
The end customer has no name. | Der Mandant hat keinen Namen. | Le mandant n’a pas de nom. | Il mandante non ha un nome.
Send the name with {}. | Den Namen mit {} senden. | Envoyer le nom avec {}. | Inviare il nome con {}.
The name has {} characters, and the file {} at most. | Der Name hat {} Zeichen, die Datei höchstens {}. | Le nom a {} caractères, le fichier {} au plus. | Il nome ha {} caratteri, il file {} al massimo.
Send a shorter name with {}. | Einen kürzeren Namen mit {} senden. | Envoyer un nom plus court avec {}. | Inviare un nome più corto con {}.
{} is no year. | {} ist kein Jahr. | {} n’est pas une année. | {} non è un anno.
Ask for the reconciliation of a year: 2026. | Die Abstimmung eines Jahres verlangen: 2026. | Demander la concordance d’une année: 2026. | Chiedere la concordanza di un anno: 2026.
Figure 299 is {}, and the turnover below it is {}. | Ziffer 299 ist {}, der Umsatz darunter {}. | Le chiffre 299 est de {}, le chiffre d’affaires au-dessous de {}. | La cifra 299 è di {}, la cifra d’affari sotto di essa di {}.
Correct the tax records that have no line, which the check records_have_a_line names. | Die Steuerdatensätze ohne Zeile berichtigen, die die Prüfung records_have_a_line nennt. | Corriger les données d’impôt sans ligne, que le contrôle records_have_a_line nomme. | Correggere i dati d’imposta senza riga, che il controllo records_have_a_line nomina.
The registration changes within {}. | Die Registrierung ändert innerhalb von {}. | L’assujettissement change au cours de {}. | L’assoggettamento cambia nel corso di {}.
A registration changes on the first day of a period: correct valid_from with {}. | Eine Registrierung ändert am ersten Tag einer Periode: valid_from mit {} berichtigen. | Un assujettissement change le premier jour d’une période: corriger valid_from avec {}. | Un assoggettamento cambia il primo giorno di un periodo: correggere valid_from con {}.
One file has one method: correct the periods of the errors, with vat_period correction. | Eine Datei hat eine Methode: die Perioden der Fehler berichtigen, mit vat_period correction. | Un fichier a une seule méthode: corriger les périodes des erreurs, avec vat_period correction. | Un file ha un solo metodo: correggere i periodi degli errori, con vat_period correction.
The books are kept in {}. | Die Bücher werden in {} geführt. | La comptabilité est tenue en {}. | La contabilità è tenuta in {}.
File the return by hand, at the rates of the tax administration. | Die Abrechnung von Hand einreichen, zu den Kursen der Steuerverwaltung. | Remettre le décompte à la main, aux cours de l’administration fiscale. | Presentare il rendiconto a mano, ai corsi dell’amministrazione fiscale.
The activity {} has not the five characters that the tax administration has given to it. | Die Tätigkeit {} hat nicht die fünf Zeichen, die ihr die Steuerverwaltung gegeben hat. | L’activité {} n’a pas les cinq caractères que l’administration fiscale lui a donnés. | L’attività {} non ha i cinque caratteri che l’amministrazione fiscale le ha dato.
Send the activity_id with {}. | Die activity_id mit {} senden. | Envoyer l’activity_id avec {}. | Inviare l’activity_id con {}.
Of this document {} is open: there is nothing to pay. | Von diesem Beleg ist {} offen: es gibt nichts zu bezahlen. | De cette pièce, {} est ouvert: il n’y a rien à payer. | Di questo documento è aperto {}: non c’è nulla da pagare.
A QR-bill is in CHF or EUR; this document is in {}. | Eine QR-Rechnung ist in CHF oder EUR; dieser Beleg ist in {}. | Une QR-facture est en CHF ou en EUR; cette pièce est en {}. | Una QR-fattura è in CHF o in EUR; questo documento è in {}.
A QR-bill has an amount of 999999999.99 at most. | Eine QR-Rechnung hat höchstens den Betrag 999'999'999.99. | Le montant d’une QR-facture est de 999'999'999.99 au plus. | L’importo di una QR-fattura è al massimo di 999'999'999.99.
The end customer has no name or no address. Send name and structured_address to {}. | Der Mandant hat keinen Namen oder keine Adresse. name und structured_address an {} senden. | Le mandant n’a pas de nom ou pas d’adresse. Envoyer name et structured_address à {}. | Il mandante non ha un nome o un indirizzo. Inviare name e structured_address a {}.
The end customer has no known QR-IBAN, which the QR reference of the document needs. Map one: {}. | Vom Mandanten ist keine QR-IBAN bekannt, die die QR-Referenz des Belegs verlangt. Eine zuordnen: {}. | Aucun QR-IBAN du mandant n’est connu, or la référence QR de la pièce en demande un. En attribuer un: {}. | Non è noto alcun QR-IBAN del mandante, richiesto dal riferimento QR del documento. Attribuirne uno: {}.
The end customer has no known IBAN of Switzerland or Liechtenstein. Map one: {}. | Vom Mandanten ist keine IBAN der Schweiz oder Liechtensteins bekannt. Eine zuordnen: {}. | Aucun IBAN suisse ou liechtensteinois du mandant n’est connu. En attribuer un: {}. | Non è noto alcun IBAN svizzero o del Liechtenstein del mandante. Attribuirne uno: {}.
Name one as iban: {}. | Eine als iban nennen: {}. | En nommer un comme iban: {}. | Indicarne uno come iban: {}.
The bank has not booked it, or it moves nothing. | Die Bank hat sie nicht gebucht, oder sie bewegt nichts. | La banque ne l’a pas comptabilisé, ou il ne bouge rien. | La banca non lo ha contabilizzato, o non muove nulla.
Something books it already, wholly or in part. | Etwas verbucht sie bereits, ganz oder zum Teil. | Quelque chose le comptabilise déjà, en tout ou en partie. | Qualcosa lo contabilizza già, in tutto o in parte.
Somebody has dismissed it. | Jemand hat sie abgelegt. | Quelqu’un l’a écarté. | Qualcuno lo ha scartato.
It repeats another bank entry. | Sie wiederholt eine andere Bankbewegung. | Il répète un autre mouvement bancaire. | Ripete un altro movimento bancario.
It may repeat another bank entry; a reviewer decides. | Sie wiederholt vielleicht eine andere Bankbewegung; darüber wird von Hand entschieden. | Il répète peut-être un autre mouvement bancaire; une personne en décide. | Forse ripete un altro movimento bancario; decide una persona.
The voucher of a rule for it waits, or is blocked. | Der Buchungsbeleg einer Regel für sie wartet oder ist blockiert. | La pièce comptable d’une règle pour ce mouvement attend, ou est bloquée. | Il giustificativo di una regola per questo movimento attende, o è bloccato.
Its details came in a notification while something used it. They become its own in a moment. | Ihre Einzelheiten kamen mit einer Anzeige, während etwas sie verwendete. Gleich gehören sie zu ihr. | Ses détails sont arrivés par un avis pendant que quelque chose l’utilisait. Ils seront les siens dans un instant. | I suoi dettagli sono arrivati con un avviso mentre qualcosa lo usava. Tra un momento gli appartengono.
A receipt is required, none is attached and no exception is approved. | Ein Nachweis ist verlangt, keiner ist beigelegt und keine Ausnahme bewilligt. | Un justificatif est exigé, aucun n’est joint et aucune exception n’est approuvée. | È richiesto un giustificativo, nessuno è allegato e nessuna eccezione è approvata.
The document names no supplier. | Der Beleg nennt keinen Lieferanten. | La pièce ne nomme aucun fournisseur. | Il documento non nomina alcun fornitore.
The invoice names no customer. | Die Rechnung nennt keinen Kunden. | La facture ne nomme aucun client. | La fattura non nomina alcun cliente.
The document has no gross amount. | Der Beleg hat keinen Bruttobetrag. | La pièce n’a pas de montant brut. | Il documento non ha un importo lordo.
The gross amount is zero. | Der Bruttobetrag ist null. | Le montant brut est nul. | L’importo lordo è zero.
The gross amount is in {}, but the document also says {}. | Der Bruttobetrag ist in {}, der Beleg sagt aber auch {}. | Le montant brut est en {}, mais la pièce indique aussi {}. | L’importo lordo è in {}, ma il documento indica anche {}.
{} is not a valid UID. | {} ist keine gültige UID. | {} n’est pas un IDE valable. | {} non è un IDI valido.
The document is dated {}, which is after {}. | Der Beleg hat das Datum {}, das nach dem {} liegt. | La pièce est datée du {}, après le {}. | Il documento è datato {}, dopo il {}.
{} is neither a QR reference nor a creditor reference. | {} ist weder eine QR-Referenz noch eine Creditor Reference. | {} n’est ni une référence QR ni une Creditor Reference. | {} non è né un riferimento QR né una Creditor Reference.
{} is no IBAN: its check digits are wrong. | {} ist keine IBAN: ihre Prüfziffern sind falsch. | {} n’est pas un IBAN: ses chiffres de contrôle sont faux. | {} non è un IBAN: le sue cifre di controllo sono errate.
The service could not evaluate the fact. | Der Dienst konnte den Beleg nicht auswerten. | Le service n’a pas pu évaluer la pièce. | Il servizio non ha potuto valutare il documento.
Fact {} with the same external reference is already posted. | Der Beleg {} mit derselben externen Referenz ist bereits verbucht. | La pièce {} avec la même référence externe est déjà comptabilisée. | Il documento {} con lo stesso riferimento esterno è già contabilizzato.
Partner, date, amount and number are those of {}. | Partner, Datum, Betrag und Nummer sind jene von {}. | Partenaire, date, montant et numéro sont ceux de {}. | Partner, data, importo e numero sono quelli di {}.
Partner and number look like those of {}. | Partner und Nummer gleichen jenen von {}. | Partenaire et numéro ressemblent à ceux de {}. | Partner e numero assomigliano a quelli di {}.
The tax lines sum up to {}, the gross amount is {}. | Die Steuerzeilen ergeben {}, der Bruttobetrag ist {}. | Les lignes d’impôt donnent {}, le montant brut est de {}. | Le righe d’imposta danno {}, l’importo lordo è {}.
Debits are {}, credits are {}. | Das Soll ist {}, das Haben {}. | Les débits sont de {}, les crédits de {}. | Il dare è {}, l’avere {}.
No average exchange rate of {} to {} is known for {}. | Für {} zu {} ist kein Durchschnittskurs bekannt: {}. | Aucun cours moyen de {} en {} n’est connu pour {}. | Non è noto alcun corso medio da {} a {} per {}.
No exchange rate of {} to {} is known on or before {}. | Für {} zu {} ist kein Wechselkurs vom {} oder davor bekannt. | Aucun cours de {} en {} n’est connu au {} ou avant. | Non è noto alcun corso da {} a {} al {} o prima.
No chart of accounts is valid on {}. | Am {} gilt kein Kontenplan. | Aucun plan comptable n’est valable le {}. | Nessun piano dei conti è valido il {}.
No account is mapped to {}. | Kein Konto ist {} zugeordnet. | Aucun compte n’est attribué à {}. | Nessun conto è attribuito a {}.
Account {} is in no chart. | Das Konto {} steht in keinem Kontenplan. | Le compte {} n’est dans aucun plan comptable. | Il conto {} non è in alcun piano dei conti.
Account {} is not active on {}. | Das Konto {} ist am {} nicht aktiv. | Le compte {} n’est pas actif le {}. | Il conto {} non è attivo il {}.
Each line on account {} has an open item, and this one would have none. | Jede Zeile auf dem Konto {} hat einen offenen Posten, und diese hätte keinen. | Chaque ligne du compte {} a un poste ouvert, et celle-ci n’en aurait pas. | Ogni riga sul conto {} ha una partita aperta, e questa non ne avrebbe.
{} falls into no fiscal year; they open by themselves from 1990 to one year ahead, but not before a closed one. | Der {} fällt in kein Geschäftsjahr; sie öffnen sich von selbst von 1990 bis ein Jahr voraus, aber nicht vor einem abgeschlossenen. | Le {} ne tombe dans aucun exercice; ils s’ouvrent d’eux-mêmes de 1990 à un an d’avance, mais pas avant un exercice clôturé. | Il {} non cade in alcun esercizio; si aprono da sé dal 1990 fino a un anno in anticipo, ma non prima di uno chiuso.
{} falls into no fiscal year. | Der {} fällt in kein Geschäftsjahr. | Le {} ne tombe dans aucun exercice. | Il {} non cade in alcun esercizio.
Fiscal year {} is closed. | Das Geschäftsjahr {} ist abgeschlossen. | L’exercice {} est clôturé. | L’esercizio {} è chiuso.
{} lies in a period that is locked through {}. | Der {} liegt in einem Zeitraum, der bis {} gesperrt ist. | Le {} est dans une période verrouillée jusqu’au {}. | Il {} è in un periodo bloccato fino al {}.
{} is locked through {}. | Für den {} ist bis {} gesperrt. | Le {} est verrouillé jusqu’au {}. | Il {} è bloccato fino al {}.
`
