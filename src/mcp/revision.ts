/** The revision that is spoken without a handshake; the SDK lists only those before it. */
export const MODERN_REVISION = '2026-07-28'
