"""What a bank file does not prove is asked or unread, never guessed (rule: bank-import)."""

from __future__ import annotations

from datetime import date

import pytest

from summerstow.billing.bank_files.amounts import proven_mark, read_amount
from summerstow.billing.bank_files.days import is_day, possible_orders, read_day
from summerstow.billing.bank_files.model import Layout
from summerstow.platform.errors import Invalid

from .test_banks import TODAY, read


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("110,25", 11025),
        ("110.25", 11025),
        ("105,00", 10500),
        ("105,5", 10550),
        ("105", 10500),
        ("$ 1,234.56", 123456),
        ("1.234,56 $", 123456),
        ("1 234,56", 123456),
        ("1\u202f234,56", 123456),
        ("1'234.56", 123456),
        ("1,234,567", 123456700),
        ("(110.25)", -11025),
        ("-$110.25", -11025),
        ("$-110.25", -11025),
        ("110.25-", -11025),
        ("\u2212110.25", -11025),
        ("110.25 CR", 11025),
        ("110.25DR", -11025),
        ("CAD 110.25", 11025),
        ("+110.2500", 11025),
        (".50", 50),
        # One dollar eleven or a thousand; three decimals; no number.
        ("1,110", None),
        ("1.110", None),
        ("1.110.25", None),
        ("1,11,025", None),
        ("12,3456", None),
        ("--5", None),
        ("(5", None),
        ("abc", None),
        ("", None),
        ("500766123456789", None),
    ],
)
def test_amounts(text: str, cents: int | None) -> None:
    assert read_amount(text).cents == cents


def test_the_file_decides_what_one_amount_leaves_open() -> None:
    assert read_amount("1,110", ".").cents == 111000
    assert read_amount("1.110", ",").cents == 111000
    assert read_amount("1,110", ",").cents is None
    assert proven_mark(["1,110", "20.00"]) == "."
    assert proven_mark(["20,00", "20.00"]) is None
    assert read_amount("US$5.00").foreign
    assert read_amount("5,00 EUR").foreign


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20",
        "2026/11/20",
        "20261120",
        "2026-11-20T10:14:00Z",
        "2026-11-20 10:14",
        "20 nov. 2026",
        "20 novembre 2026",
        "20-NOV-26",
        "Nov 20, 2026",
        "Friday, November 20th, 2026",
        "vendredi le 20 novembre 2026",
        "2026 Nov 20",
    ],
)
def test_days_that_show_their_order(text: str) -> None:
    assert read_day(text, None) == date(2026, 11, 20)


def test_the_order_of_day_and_month_is_proven_by_the_whole_file() -> None:
    assert possible_orders(["03/04/2026", "11/20/2026"], TODAY) == ["mdy"]
    assert possible_orders(["03/04/2026", "20/11/2026"], TODAY) == ["dmy"]
    assert possible_orders(["03/04/2026", "05/06/2026"], TODAY) == ["mdy", "dmy"]
    # No bank shows a day to come; an odd line proves nothing.
    assert possible_orders(["03/12/2026", "99/99/2026"], TODAY) == ["mdy"]
    assert possible_orders(["2026-11-20"], TODAY) == []
    assert not is_day("13/13/2026")
    assert not is_day("110.25")


def test_an_order_that_is_not_proven_is_asked() -> None:
    file = "Date,Description,Amount\n03/04/2026,A,110.25\n05/06/2026,B,20.00"
    asked = read(file)
    assert asked.transfers == []
    assert [(one.order, one.example) for one in asked.day_choices] == [
        ("mdy", date(2026, 3, 4)),
        ("dmy", date(2026, 4, 3)),
    ]
    chosen = read(file, Layout(day_order="dmy"))
    assert [one.received_on for one in chosen.transfers] == [date(2026, 4, 3), date(2026, 6, 5)]


@pytest.mark.parametrize(
    "file",
    [
        # All amounts positive, without headings: money in or out?
        "2026-11-20,A,110.25\n2026-11-21,B,20.00",
        # A decimal comma without quotes makes two columns of one amount.
        "2026-11-20,VIREMENT,110,25\n2026-11-21,VIREMENT,20,00",
        "When,What,Figure\n2026-11-20,A,110.25",
        "Date,Description,Credit,Deposit\n2026-11-20,A,110.25,20.00",
    ],
)
def test_columns_that_are_not_proven_are_asked(file: str) -> None:
    asked = read(file)
    assert asked.ask_columns
    assert asked.transfers == []
    assert asked.columns[2].examples
    day, money = asked.columns[0].index, asked.columns[2].index
    chosen = read(file, Layout(day=day, money_in=money))
    assert [one.received_on for one in chosen.transfers][:1] == [date(2026, 11, 20)]


def test_balances_prove_which_column_is_money_in() -> None:
    # Deposits before withdrawals, against the habit of all banks.
    rows = ["2026-11-20,A,110.25,,1110.25", "2026-11-21,B,20.00,,1130.25"]
    rows.append("2026-11-22,C,,30.25,1100.00")
    assert [one.amount_cents for one in read("\n".join(rows)).transfers] == [11025, 2000]
    assert [one.amount_cents for one in read("\n".join(rows[::-1])).transfers] == [2000, 11025]
    # Headings that the balances contradict are asked.
    wrong = "Date,Description,Deposit,Withdrawal,Balance\n"
    wrong += "2026-11-20,A,110.25,,889.75\n2026-11-21,B,20.00,,869.75\n2026-11-22,C,,30,899.75"
    assert read(wrong).ask_columns


@pytest.mark.parametrize(
    ("heading", "money_out", "money_in", "unknown"),
    [
        ("Type", "Withdrawal", "Deposit", "Interac"),
        ("Transaction Type", "DEBIT", "CREDIT", "OTHER"),
        ("Type d'opération", "Retrait", "Dépôt", "Virement"),
        ("Type de transaction", "Débit", "Crédit", "Interac"),
        ("DR/CR", "DR", "CR", "XX"),
        ("DR/CR", "D", "C", ""),
        ("Sign", "-", "+", "?"),
        ("Type", "Debit card purchase", "Deposit", "Credit card payment"),
        ("Type", "Fee", "Deposit", "Interac"),
        ("Description", "Withdrawal", "Deposit", "Interac e-Transfer"),
        ("Kind", "Retrait", "Dépôt", "Virement"),
    ],
)
def test_a_word_beside_amounts_without_a_sign_tells_money_out(
    heading: str, money_out: str, money_in: str, unknown: str
) -> None:
    rows = "".join(
        f"2026-11-2{day},{word},105.00\n" for day, word in enumerate((money_out, money_in, unknown))
    )
    for file in (f"Date,{heading},Amount\n{rows}", f"Date,{heading},Amount,Notes\n{rows}"):
        found = read(file)
        assert [one.received_on.day for one in found.transfers] == [21]
        assert [(one.why, one.lines) for one in found.left_out] == [("money_out", 1)]
        assert [(one.line, one.why) for one in found.unread] == [(4, "direction")]


def test_a_word_beside_amounts_tells_money_out_without_headings() -> None:
    found = read("2026-11-20,Debit,105.00\n2026-11-21,Credit,105.00\n2026-11-22,Interac,105.00")
    assert [one.received_on.day for one in found.transfers] == [21]
    assert [one.why for one in found.unread] == ["direction"]


def test_signs_tell_money_out_whatever_the_words_beside_them() -> None:
    found = read(
        "Date,Type,Description,Amount\n2026-11-20,Interac,WEI,105.00\n"
        "2026-11-21,Withdrawal,RENT,-105.00\n2026-11-22,Other,FATIMA,20.00"
    )
    assert [one.amount_cents for one in found.transfers] == [10500, 2000]
    assert found.unread == []


def test_lines_that_are_not_final_or_in_other_money_are_left_out_and_said() -> None:
    file = read(
        "Date,Description,Status,Currency,Amount\n"
        "2026-04-28,A ABCD2345,Pending,CAD,105.00\n"
        "2026-04-28,B ABCD2345,Reversed,CAD,105.00\n"
        "2026-04-28,C ABCD2345,Annulé,CAD,105.00\n"
        "2026-04-28,D ABCD2345,Posted,USD,105.00\n"
        "2026-04-28,E ABCD2345,Posted,CAD,US$105.00\n"
        "2026-04-28,F ABCD2345,Wobbly,CAD,105.00\n"
        "2026-04-28,PENDING - ABCD2345,,CAD,105.00\n"
        "2026-04-28,G ABCD2345,Posted,CAD,105.00\n"
    )
    assert [one.text for one in file.transfers] == ["G ABCD2345"]
    assert {one.why: one.lines for one in file.left_out} == {
        "pending": 2,
        "cancelled": 2,
        "currency": 2,
    }
    assert [one.why for one in file.unread] == ["status"]
    usd = read("Account 1234, USD\nDate,Description,Amount\n2026-11-20,A,105.00")
    assert [(one.why, one.lines) for one in usd.left_out] == [("currency", 1)]
    rbc = "Transaction Date,Description 1,CAD$,USD$\n11/20/2026,A,,105.00"
    assert [(one.why, one.lines) for one in read(rbc).left_out] == [("currency", 1)]


def test_money_that_went_back_makes_the_same_amount_doubtful() -> None:
    file = read(
        "Date,Description,Amount\n2026-11-20,E-TRANSFER WEI,110.25\n2026-11-20,E-TRANSFER,20.00\n"
        "2026-11-21,E-TRANSFER REVERSAL,-110.25"
    )
    assert [(one.amount_cents, one.doubtful) for one in file.transfers] == [
        (11025, True),
        (2000, False),
    ]


def test_one_odd_line_refuses_no_other() -> None:
    file = read(
        'Date,Description,Amount\n2026-11-20,"X,110.25\n2026-11-21,5" of rain,20.00\n'
        '2026-11-22,Z,1.110.25\n32/13/2026,W,5.00\n2026-11-23,"two\nlines","1,110"\nTotal,,130.25\n'
    )
    assert [(one.text, one.amount_cents) for one in file.transfers] == [
        ('5" of rain', 2000),
        ("two lines", 111000),
    ]
    assert [one.why for one in file.unread] == ["broken", "amount", "day", "day"]
    broken = read(
        "<OFX><STMTTRN><TRNAMT>5.00<DTPOSTED>20261120<FITID>1<NAME>A</STMTTRN>"
        "<STMTTRN><TRNAMT>5.00</NAME></STMTTRN></OFX>"
    )
    assert len(broken.transfers) == len(broken.unread) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04....", "Excel workbook"),
        (b"%PDF-1.7", "PDF file"),
        (b"", "empty"),
        (b"<!DOCTYPE html><p>", "web page"),
        (b"!Type:Bank\nD1/1'26", "QIF"),
        (b"name,colour\nMina,red", "no lines with a date"),
    ],
)
def test_other_files_are_named(content: bytes, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        read(content)
