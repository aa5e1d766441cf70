"""Each message is written once, in `templates/{kind}.j2`; here it becomes each of its forms.

A file has one sentence, or some that belong together, a line, and values as `{{ name }}`:

    Invoice {{ number }}: {{ amount }}, due {{ due }}      the subject, always first
    # Your invoice                                         the heading, where it is not the subject
    Your invoice {{ number }} is **{{ amount }}**.         a paragraph; ** is bold
    ! {{ pickup }}                                         what is read first, alone and large
    | Campus | {{ campus }}                                a label and its value
    > Your reference code: | {{ reference }}               a code to be copied, and what it is
    [See my account]({{ link }})                           alone on its line, a button
    ~ [Move my pickup]({{ move }})                         a button beside the one that matters
    ~ If you did not ask, ignore this email.               small print
    {% if fee %}                                           alone on their line, conditions
    ---
    {{ contact.name }}: invoice {{ number }} …             the same as a text message

The marks are read before any value is filled in, so that values cannot contain marks.
"""

from __future__ import annotations

import re
from typing import Final

_STATEMENT: Final = re.compile(r"(?:\{%[^%]*%\}\s*)+")
_BUTTON: Final = re.compile(r"\[([^\]]+)\]\((\{\{[^}]+\}\})\)")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
#: Why the reader gets a message about another's booking.
_AT_THE_DOOR: Final = "You are the person at the door for {{ door_for }}."
_SPLIT: Final = "\n---\n"
_MUTED: Final = "color:#4b6357"
_BUTTON_STYLE: Final = (
    "display:inline-block;font-weight:600;text-decoration:none;padding:14px 28px;"
    "border-radius:999px;"
)
_LOUD: Final = f"{_BUTTON_STYLE}background:{{{{ contact.colour }}}};color:#05301f"
#: The colour of the text around it, which is another one in the dark.
_QUIET: Final = f"{_BUTTON_STYLE}color:inherit;border:1px solid #4b6357"
_CODE_STYLE: Final = (
    "margin:0 0 24px;font:700 24px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em"
)


def buttons(source: str) -> list[str]:
    """The values that buttons and links of the mail lead to, such as `{{ link }}`."""
    return [target for _, target in _BUTTON.findall(source.partition(_SPLIT)[0])]


def codes(source: str) -> list[str]:
    """The values that the mail shows as codes to be typed, such as `{{ code }}`."""
    mail = source.partition(_SPLIT)[0]
    return [line.rpartition(" | ")[2].strip() for line in mail.split("\n") if line[:2] == "> "]


def subject(source: str) -> str:
    """The subject's template."""
    return source.partition("\n")[0]


def message(source: str) -> str:
    """The text message's template."""
    return f"\n{source}".partition(_SPLIT)[2]


def text(source: str) -> str:
    """The plain text's template: a greeting by name, the lines with space between, our contact."""
    lines = [_text_of(one) for one in _lines(source)]
    greeting = (
        "{% if first_name is defined %}\nHi {{ first_name }},\n\n{% endif %}"
        f"{{% if door_for is defined %}}\n{_AT_THE_DOOR}\n\n{{% endif %}}"
    )
    closing = "Questions? Reply to this email or call {{ contact.phone }}."
    return "\n".join([greeting, *lines, closing])


def html(source: str) -> str:
    """The HTML page's template."""
    lines = _lines(source)
    heading = "{{ subject }}"
    if lines and lines[0].startswith("# "):
        heading = lines.pop(0)[2:]
    return "\n".join(
        [
            '{% extends "layout.html.j2" %}\n{% block body %}',
            f'<h1 style="margin:0 0 16px;font-size:26px;line-height:1.15">{heading}</h1>',
            '{% if first_name is defined %}<p style="margin:0 0 16px">Hi {{ first_name }},</p>'
            "{% endif %}",
            f'{{% if door_for is defined %}}<p style="margin:0 0 16px">{_AT_THE_DOOR}</p>'
            "{% endif %}",
            *(_html_of(one) for one in lines),
            "{% endblock %}",
        ]
    )


def _lines(source: str) -> list[str]:
    mail = f"{source}\n".partition(_SPLIT)[0]
    return [line.strip() for line in mail.split("\n")[1:] if line.strip()]


def _text_of(line: str) -> str:
    if _STATEMENT.fullmatch(line):
        return line
    mark, _, rest = line.partition(" ")
    if mark == "#":
        return ""
    if mark == "|":
        label, _, value = rest.partition(" | ")
        return f'{label}: {value}{{{{ "" }}}}'
    if mark == ">":
        label, _, value = rest.partition(" | ")
        line = f"{label} {value}"
    elif mark in ("!", "~"):
        line = rest
    if button := _BUTTON.fullmatch(line):
        return f"{button[1]}:\n{button[2]}{{{{ '\n' }}}}\n"
    line = _BUTTON.sub(r"\1: \2", _BOLD.sub(r"\1", line))
    # A line that ends with a statement would swallow its line's end (trim_blocks).
    return f"{line}{{{{ '' }}}}\n"


def _html_of(line: str) -> str:
    if _STATEMENT.fullmatch(line):
        return line
    mark, _, rest = line.partition(" ")
    if button := _BUTTON.fullmatch(rest if mark == "~" else line):
        style = _QUIET if mark == "~" else _LOUD
        link = f'<a href="{button[2]}" style="{style}">{button[1]}</a>'
        return f'<p style="margin:24px 0">{link}</p>'
    line = _BOLD.sub(r"<strong>\1</strong>", line)
    line = _BUTTON.sub(r'<a href="\2" style="color:inherit">\1</a>', line)
    mark, _, rest = line.partition(" ")
    label, _, value = rest.partition(" | ")
    if mark == "!":
        return f'<p style="margin:0 0 16px;font-size:20px;font-weight:700">{rest}</p>'
    if mark == "~":
        return f'<p style="margin:0 0 16px;{_MUTED};font-size:14px">{rest}</p>'
    if mark == "|":
        entry = f'<span style="{_MUTED};font-size:14px">{label}</span><br><strong>{value}</strong>'
        return f'<p style="margin:0;padding:8px 0;border-bottom:1px solid #cfe0d8">{entry}</p>'
    if mark == ">":
        return f'<p style="margin:0 0 8px">{label}</p><p style="{_CODE_STYLE}">{value}</p>'
    return f'<p style="margin:0 0 16px">{line}</p>'
