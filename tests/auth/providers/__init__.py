"""Sign-in by providers: OpenID Connect, OAuth and SAML, each with an issuer of the tests."""
