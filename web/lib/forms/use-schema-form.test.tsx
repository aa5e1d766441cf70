import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { codeSchema } from "./schema";
import { useSchemaForm } from "./use-schema-form";

afterEach(cleanup);

let answer: () => void;

/** Six digits that turn out to be wrong once `answer` is called, and another form beside them. */
function WrongCode() {
  const { register, setFocus, onSubmit } = useSchemaForm({
    schema: codeSchema,
    defaultValues: { code: "" },
    onSend: async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      setFocus("code", { shouldSelect: true });
    },
  });
  return (
    <>
      <form onSubmit={onSubmit}>
        <input aria-label="Code" {...register("code")} />
        <button type="submit">Check</button>
      </form>
      <input aria-label="Other" />
    </>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** Presses of the keys in the moment of the answer: no timer has gone off yet. */
async function typedOnceAnswered(keys: string) {
  await act(async () => answer());
  for (const key of keys) {
    const { activeElement: typed } = document;
    if (!(typed instanceof HTMLInputElement)) continue;
    typed.setRangeText(key, typed.selectionStart ?? 0, typed.selectionEnd ?? 0, "end");
  }
}

it("selects a wrong code at once, for the next one to be typed over it", async () => {
  render(<WrongCode />);
  await userEvent.type(field("Code"), "123456");
  await userEvent.click(screen.getByText("Check"));
  await typedOnceAnswered("98");
  expect(field("Code").value).toBe("98");
});

it("takes no letters from who types elsewhere when the answer comes", async () => {
  render(<WrongCode />);
  await userEvent.type(field("Code"), "123456{Enter}");
  await userEvent.type(field("Other"), "Ana");
  await act(async () => answer());
  await userEvent.keyboard(" Wu");
  expect([field("Code").value, field("Other").value]).toEqual(["123456", "Ana Wu"]);
});

it("leaves what was typed on since the code was sent", async () => {
  render(<WrongCode />);
  await userEvent.type(field("Code"), "123456{Enter}{Backspace}");
  await act(async () => answer());
  await userEvent.keyboard("7");
  expect(field("Code").value).toBe("123457");
});
