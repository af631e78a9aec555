/** Work that is due only when a person says so, after a restore. A day that all formats can show, unlike `infinity`. */
export const heldUntil = new Date('9999-12-31T00:00:00Z');
