import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** What signs its webhooks, as Stripe does. */
export const WEBHOOK_SECRET = "whsec_journeys";

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const part of request) body += part;
  return new URLSearchParams(body);
}

export interface StripeDesk {
  address: string;
  /** Refunds that were asked for, in order. */
  refunds: URLSearchParams[];
  end: () => void;
}

/** Stripe's side of the wire: its API, its page that takes a card, and its signed webhook. */
export async function stripeDesk(product: () => string): Promise<StripeDesk> {
  const pages = new Map<string, URLSearchParams>();
  const refunds: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [kind, id = ""] = pathname.split("/").slice(-2);
    const asked = await bodyOf(request);
    const json = (value: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(value));
    };
    if (pathname === "/v1/checkout/sessions") {
      const session = `cs_${randomUUID()}`;
      pages.set(session, asked);
      return json({
        id: session,
        object: "checkout.session",
        url: `${desk.address}/pay/${session}`,
      });
    }
    if (pathname === "/v1/refunds") {
      refunds.push(asked);
      return json({ id: "re_1", object: "refund", status: "succeeded" });
    }
    if (kind === "payment_intents") {
      return json({
        id,
        object: "payment_intent",
        status: "succeeded",
        customer: "cus_1",
        payment_method: {
          id: "pm_1",
          object: "payment_method",
          card: { brand: "visa", last4: "4242" },
        },
      });
    }
    const page = pages.get(id);
    if (kind !== "pay" || !page) return json({ id, object: "checkout.session", status: "expired" });
    if (request.method === "POST") {
      await tell(id, page);
      response.writeHead(303, { location: page.get("success_url") ?? "" });
      return response.end();
    }
    response.setHeader("content-type", "text/html");
    response.end(
      `<title>Card</title><form method="post"><button>Pay</button></form><a href="${page.get("cancel_url")}">Back</a>`,
    );
  });

  async function tell(id: string, page: URLSearchParams): Promise<void> {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "checkout.session.completed",
      data: {
        object: {
          id,
          object: "checkout.session",
          client_reference_id: page.get("client_reference_id"),
          payment_status: "paid",
          currency: "cad",
          amount_total: Number(page.get("line_items[0][price_data][unit_amount]")),
          payment_intent: `pi_${id}`,
        },
      },
    });
    const moment = Math.floor(Date.now() / 1000);
    const digest = createHmac("sha256", WEBHOOK_SECRET).update(`${moment}.${body}`).digest("hex");
    const answer = await fetch(`${product()}/webhooks/stripe`, {
      method: "POST",
      headers: { "stripe-signature": `t=${moment},v1=${digest}` },
      body,
    });
    if (!answer.ok) throw new Error(`The webhook was refused: ${await answer.text()}`);
  }

  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as { port: number };
  const desk = { address: `http://127.0.0.1:${port}`, refunds, end: () => server.close() };
  return desk;
}
