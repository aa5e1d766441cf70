// A certified OpenID provider on loopback, in Google's place for the tests. Prints its address once
// it listens, and ends with its standard input, so that it never outlives who started it.
//
// Who signs in: `login_hint` holds the claims as JSON and is believed at once (`sub` names the
// person); without it a page asks, as Google's would.

import { webcrypto } from "node:crypto";
import { createServer } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";

const CLIENT = { client_id: "summerstow-test", client_secret: "summerstow-test-secret" };
const people = new Map();

const keys = await webcrypto.subtle.generateKey(
  {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  },
  true,
  ["sign", "verify"],
);
const { key_ops: _, ext: __, ...jwk } = await webcrypto.subtle.exportKey("jwk", keys.privateKey);

// Everybody is asked anew each time: one browser may be several people.
const policy = interactionPolicy.base();
policy
  .get("login")
  .checks.add(
    new interactionPolicy.Check("again", "who is it now?", (ctx) =>
      ctx.oidc.result?.login
        ? interactionPolicy.Check.NO_NEED_TO_PROMPT
        : interactionPolicy.Check.REQUEST_PROMPT,
    ),
  );

function configuration() {
  return {
    clients: [
      {
        ...CLIENT,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ["http://localhost/auth/v1/callback"],
      },
    ],
    jwks: { keys: [{ ...jwk, kid: "issuer-1", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["only for tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "picture", "hd"],
    },
    // As Google does: the claims stand in the ID token itself.
    conformIdTokenClaims: false,
    extraParams: ["access_type"],
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    interactions: { policy, url: (_, { uid }) => `/who/${uid}` },
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  };
}

function page(hint) {
  return `<!doctype html><html lang="en"><title>Test issuer</title><h1>Who are you?</h1>
<form method="post">
<p><label>Email <input name="email" type="email" value="${hint.replace(/[^\w@.+-]/g, "")}"></label>
<p><label>Name <input name="name" value="Noa Issuer"></label>
<p><label><input name="verified" type="checkbox" checked> The address is verified</label>
<p><button name="do" value="continue">Continue</button> <button name="do" value="cancel">Cancel</button>
</form></html>`;
}

async function form(request) {
  let text = "";
  for await (const part of request) text += part;
  return new URLSearchParams(text);
}

function claimsOf(hint) {
  try {
    const claims = JSON.parse(hint);
    return typeof claims?.sub === "string" ? claims : null;
  } catch {
    return null;
  }
}

async function answer(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const hint = params.login_hint ?? "";
  let claims = claimsOf(hint);
  if (!claims && request.method === "GET") {
    response.writeHead(200, { "content-type": "text/html" }).end(page(hint));
    return;
  }
  if (!claims) {
    const given = await form(request);
    const email = given.get("email");
    if (given.get("do") === "cancel") {
      const result = { error: "access_denied", error_description: "The person said no" };
      await provider.interactionFinished(request, response, result);
      return;
    }
    const verified = given.get("verified") === "on";
    claims = { sub: `sub of ${email}`, email, email_verified: verified, name: given.get("name") };
  }
  const { sub, ...rest } = claims;
  people.set(sub, rest);
  const grant = new provider.Grant({ accountId: sub, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}

const server = createServer();
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, configuration());
  // The product of each test listens on a port of its own.
  provider.Client.prototype.redirectUriAllowed = (address) =>
    new URL(address).pathname === "/auth/v1/callback";
  const others = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url.startsWith("/who/")) return others(request, response);
    answer(provider, request, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end(String(error));
    });
  });
  process.stdout.write(`${issuer}\n`);
});
process.stdin.resume().on("end", () => process.exit());
