/** Digits of a code in a mail, a text message or an authenticator app. */
export const CODE_LENGTH = 6;
