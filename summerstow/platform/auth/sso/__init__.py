"""Single sign-on through the identity provider of an organisation (SAML 2.0)."""
