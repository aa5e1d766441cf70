// An identity provider of an organisation on loopback, for the tests of single sign-on. It signs
// with the key and the certificate of SAML_KEY and SAML_CERT (PEM), prints its address once it
// listens, and ends with its standard input, so that it never outlives who started it.
//
// GET /metadata describes it. GET /sso answers a request with the page that a browser posts to the
// service. Who signs in stands in `as`, JSON: {nameID, email, displayName, and what to get wrong:
// audience, destination, inResponseTo, until (ISO time), unsigned}.

import { createServer } from "node:http";
import { inflateRawSync } from "node:zlib";
import samlify from "samlify";

const NAME_ID = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic";
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

// What comes in here is the product's own; its schema is not under test.
samlify.setSchemaValidator({ validate: async () => "skipped" });

let numbers = 0;

function attribute(name, valueTag) {
  return { name, valueTag, nameFormat: BASIC, valueXsiType: "xs:string" };
}

function identityProvider(origin) {
  return samlify.IdentityProvider({
    entityID: `${origin}/metadata`,
    privateKey: process.env.SAML_KEY,
    signingCert: process.env.SAML_CERT,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    nameIDFormat: [NAME_ID],
    singleSignOnService: [{ Binding: REDIRECT, Location: `${origin}/sso` }],
    loginResponseTemplate: {
      context: samlify.SamlLib.defaultLoginResponseTemplate.context,
      attributes: [attribute("mail", "email"), attribute("displayName", "displayName")],
    },
  });
}

/** The request as the product made it: its id, who asks, and where the answer goes. */
function asked(encoded) {
  const xml = inflateRawSync(Buffer.from(encoded, "base64")).toString();
  const find = (pattern) => xml.match(pattern)?.[1] ?? "";
  return {
    id: find(/\bID="([^"]+)"/),
    issuer: find(/<saml:Issuer>([^<]+)</),
    acs: find(/AssertionConsumerServiceURL="([^"]+)"/),
  };
}

function authnStatement(now) {
  const how = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";
  return `<saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext>
<saml:AuthnContextClassRef>${how}</saml:AuthnContextClassRef></saml:AuthnContext>
</saml:AuthnStatement>`;
}

async function response(origin, request, who) {
  const idp = identityProvider(origin);
  const sp = samlify.ServiceProvider({
    entityID: request.issuer,
    wantAssertionsSigned: !who.unsigned,
    assertionConsumerService: [{ Binding: POST, Location: request.acs }],
  });
  const fill = (template) => {
    const now = new Date();
    const until = who.until ?? new Date(now.getTime() + 300_000).toISOString();
    const id = `_answer-${process.pid}-${++numbers}`;
    const destination = who.destination ?? request.acs;
    const values = {
      ID: id,
      AssertionID: `${id}-assertion`,
      Issuer: idp.entityMeta.getEntityID(),
      IssueInstant: now.toISOString(),
      Destination: destination,
      AssertionConsumerServiceURL: destination,
      SubjectRecipient: destination,
      Audience: who.audience ?? request.issuer,
      EntityID: request.issuer,
      StatusCode: SUCCESS,
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      InResponseTo: who.inResponseTo ?? request.id,
      NameIDFormat: NAME_ID,
      NameID: who.nameID,
      attrEmail: who.email ?? "",
      attrDisplayName: who.displayName ?? "",
    };
    const whole = template.replace("{AuthnStatement}", authnStatement(now));
    return { id, context: samlify.SamlLib.replaceTagsByValue(whole, values) };
  };
  const made = await idp.createLoginResponse(sp, { extract: { request } }, "post", who, fill);
  return made.context;
}

function page(acs, SAMLResponse, RelayState) {
  const hidden = (name, value) => `<input type="hidden" name="${name}" value="${value}">`;
  return `<!doctype html><html lang="en"><title>Test organisation</title>
<form method="post" action="${acs}">${hidden("SAMLResponse", SAMLResponse)}
${hidden("RelayState", RelayState)}<button>Go on</button></form></html>`;
}

const server = createServer(async (incoming, outgoing) => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const { pathname, searchParams } = new URL(incoming.url, origin);
  try {
    if (pathname === "/metadata") {
      outgoing.writeHead(200, { "content-type": "application/xml" });
      outgoing.end(identityProvider(origin).getMetadata());
      return;
    }
    const request = asked(searchParams.get("SAMLRequest"));
    const who = JSON.parse(searchParams.get("as") ?? '{"nameID":"student-1"}');
    const made = await response(origin, request, who);
    outgoing.writeHead(200, { "content-type": "text/html" });
    outgoing.end(page(request.acs, made, searchParams.get("RelayState")));
  } catch (error) {
    outgoing.writeHead(500).end(String(error?.stack));
  }
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
process.stdin.resume().on("end", () => process.exit());
