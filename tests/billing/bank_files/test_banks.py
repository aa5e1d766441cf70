"""Exports of Canadian banks as they are, each with a transfer, a fee, and a transfer."""

from __future__ import annotations

from datetime import date

import pytest

from summerstow.billing.bank_files.model import BankFile, Layout
from summerstow.billing.bank_files.reader import read_bank_file
from summerstow.billing.payments.bank_file_command import with_references

TODAY = date(2026, 11, 25)
FIRST, SECOND = (date(2026, 11, 20), 11025), (date(2026, 11, 23), 115750)
_OFX = (
    "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CAD<BANKTRANLIST>"
    "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120120000[-5:EST]<TRNAMT>110.25<FITID>T1"
    "<NAME>E-TRANSFER &amp; WEI</STMTTRN>\n"
    "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261121<TRNAMT>-10.95<FITID>T2<NAME>FEE</STMTTRN>\n"
    "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261123<TRNAMT>1157.50<FITID>T3<NAME>FATIMA</STMTTRN>\n"
    "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
)
BANKS: dict[str, str | bytes] = {
    "rbc": (
        '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1",'
        '"Description 2","CAD$","USD$"\r\n'
        'Chequing,01234-5678901,11/20/2026,,"E-TRF 1000","WEI KOWALSKI",110.25,,\r\n'
        'Chequing,01234-5678901,11/21/2026,,"MONTHLY FEE",,-10.95,,\r\n'
        'Chequing,01234-5678901,11/23/2026,,"E-TRF 1001","FATIMA FONG","1,157.50",,\r\n'
    ),
    "rbc in french": (
        '"Type de compte","Numéro du compte","Date de l\'opération","Numéro du chèque",'
        '"Description 1","Description 2","CAD","USD"\n'
        'Chèques,01234,2026-11-20,,"VIREMENT","WEI","110,25",,\n'
        'Chèques,01234,2026-11-21,,"FRAIS",,"-10,95",,\n'
        'Chèques,01234,2026-11-23,,"VIREMENT","FATIMA","1 157,50",,\n'
    ).encode("cp1252"),
    "td": (
        "11/20/2026,E-TRANSFER ***u0P,,110.25,5000.00\r\n"
        "11/21/2026,MONTHLY ACCOUNT FEE,10.95,,4989.05\r\n"
        "11/23/2026,E-TRANSFER ***u1P,,1157.50,6146.55\r\n"
    ),
    "bmo": (
        "Following data is valid as of 20261125101400 (Year/Month/Day/Hour/Minute/Second)\n\n\n"
        "First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description\n\n\n"
        "'500766**********',CREDIT,20261120,110.25,[CW]INTERAC E-TRANSFER RECEIVED \n"
        "'500766**********',DEBIT,20261121,-10.95,[SC]FEE \n"
        "'500766**********',CREDIT,20261123,1157.5,[CW]INTERAC E-TRANSFER RECEIVED \n"
    ),
    "cibc": (
        "2026-11-20,Internet Banking E-TRANSFER 106121984680 Wei Kowalski,,110.25\n"
        "2026-11-21,Branch Transaction SERVICE CHARGE,10.95,\n"
        "2026-11-23,Internet Banking E-TRANSFER 106121984681 Fatima Fong,,1157.50\n"
    ),
    "scotiabank": (
        "\ufeffFilter,Date,Description,Sub-description,Type of Transaction,Amount,Balance\n"
        '"Current period",2026-11-23,"e-transfer","FATIMA FONG",Credit,1157.50,2256.80\n'
        '"",2026-11-21,"service charge","",Debit,10.95,1099.30\n'
        '"",2026-11-20,"e-transfer","WEI KOWALSKI",Credit,110.25,1110.25\n'
    ),
    "scotiabank without headings": (
        '11/20/2026,110.25,-,"E-TRANSFER","WEI KOWALSKI"\n'
        '11/21/2026,-10.95,-,"FEE",""\n11/23/2026,1157.50,-,"E-TRANSFER","FATIMA"\n'
    ),
    "national bank": (
        '"Date";"Description";"Catégorie";"Débit";"Crédit";"Solde"\n'
        '"2026-11-20";"Virement Interac";"Virement";"0";"110,25";"1000,00"\n'
        '"2026-11-21";"Frais";"Frais";"10,95";"0";"989,05"\n'
        '"2026-11-23";"Virement Interac";"Virement";"0";"1 157,50";"2146,55"\n'
    ),
    "desjardins": (
        '"Caisse du Plateau","165906","EOP","2026/11/20",00001,"Virement de /Wei/","","",110.25,'
        '"","","","",1110.25\n'
        '"Caisse du Plateau","165906","EOP","2026/11/21",00002,"Frais","",10.95,"","","","","",'
        "1099.30\n"
        '"Caisse du Plateau","165906","EOP","2026/11/23",00003,"Virement de /F/","","",1157.50,'
        '"","","","",2256.80\n'
    ),
    "tangerine": (
        "Date,Transaction,Name,Memo,Amount\n"
        "11/20/2026,OTHER,INTERAC e-Transfer From: WEI KOWALSKI,Transferred 8939 3PYY,110.25\n"
        "11/21/2026,DEBIT,FEE,,-10.95\n"
        "11/23/2026,OTHER,INTERAC e-Transfer From: FATIMA FONG,Transferred,1157.5\n"
    ),
    "simplii": (
        "Date, Transaction Details, Funds Out, Funds In\n"
        "11/20/2026, INTERNET BANKING E-TRANSFER WEI,, 110.25\n"
        "11/21/2026, FEE, 10.95,\n11/23/2026, E-TRANSFER FATIMA,, 1157.50\n"
    ),
    "pc financial": (
        '"Description","Type","Card Holder Name","Date","Time","Amount"\n'
        '"INTERAC e-Transfer WEI","E-TRANSFER","SUMMERSTOW","11/20/2026","09:14 AM","110.25"\n'
        '"MONTHLY FEE","FEE","SUMMERSTOW","11/21/2026","11:59 PM","-10.95"\n'
        '"INTERAC e-Transfer F","E-TRANSFER","SUMMERSTOW","11/23/2026","10:02 PM","1157.50"\n'
    ),
    "eq bank": (
        "Transfer date,Description,Amount,Balance\n"
        "20 NOV 2026,Transfer from Wei,$110.25,$1110.25\n"
        "21 NOV 2026,Fee,-$10.95,$1099.30\n23 NOV 2026,Transfer,$1157.50,$2256.80\n"
    ),
    "eq bank as it was": (
        "Date,Description,In,Out,Balance\n20261120,Wei,$ 110.25,,$ 1110.25\n"
        '20261121,Fee,,$ 10.95,$ 1099.30\n20261123,F,"$ 1,157.50",,"$ 2,256.80"\n'
    ),
    "credit union": (
        "000123456-001-CHQ,20-Nov-2026,E-TRANSFER WEI,,,110.25,1110.25\n"
        "000123456-001-CHQ,21-Nov-2026,FEE,,10.95,,1099.30\n"
        "000123456-001-CHQ,23-Nov-2026,E-TRANSFER F,,,1157.50,2256.80\n"
    ),
    "in french, with months by name": (
        "sep=;\nDate;Libellé;Retraits ($);Dépôts ($)\n20 nov. 2026;VIREMENT;;110,25 $\n"
        "21 novembre 2026;FRAIS;10,95 $;\n23 nov. 2026;VIREMENT;;1\u00a0157,50 $\n"
    ).encode("cp1252"),
    "utf-16 from a spreadsheet": (
        "Date\tDescription\tAmount\n2026-11-20\tA\t110.25\n2026-11-21\tB\t(10.95)\n"
        "2026-11-23\tC\t1,157.50\n"
    ).encode("utf-16"),
    "ofx 1": f"OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n\n{_OFX}",
    "ofx 2": f'<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n{_OFX}',
}


def read(content: str | bytes, layout: Layout | None = None) -> BankFile:
    raw = content.encode() if isinstance(content, str) else content
    return read_bank_file(raw, layout or Layout(), TODAY)


@pytest.mark.parametrize("bank", BANKS)
def test_what_came_in_is_read_and_what_went_out_is_not(bank: str) -> None:
    file = read(BANKS[bank])
    found = sorted((one.received_on, one.amount_cents) for one in file.transfers)
    assert found == [FIRST, SECOND]
    assert [(one.why, one.lines) for one in file.left_out] == [("money_out", 1)]
    assert (file.unread, file.ask_columns, file.day_choices) == ([], False, [])


@pytest.mark.parametrize("bank", BANKS)
def test_a_part_of_an_export_gives_its_lines_the_references_of_the_whole(bank: str) -> None:
    """Whatever the part proves by itself; two exports that overlap record a line once."""
    text = BANKS[bank]
    encoding = "utf-8"
    if isinstance(text, bytes):
        encoding = "utf-16" if text.startswith((b"\xff\xfe", b"\xfe\xff")) else "cp1252"
        text = text.decode(encoding)
    lines = text.splitlines(keepends=True)
    fee = next(at for at, one in enumerate(lines) if "10.95" in one or "10,95" in one)
    part = "".join(lines[:fee] + lines[fee + 1 :]).encode(encoding)
    whole = {one.bank_reference for one in with_references(read(BANKS[bank])).transfers}
    some = with_references(read(part)).transfers
    assert some or read(part).ask_columns
    for one in some:
        assert {one.bank_reference, *one.other_references} & whole
