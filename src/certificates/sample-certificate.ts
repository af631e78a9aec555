import type { CertificateCode } from './certificate.ts';

/** The fixed values of every test order, as existing clients know them (wire.md, "Test mode"). */
export const sampleOrderId = 9_999_999;
export const sampleOrderNumber = '9999999-9999999';
export const sampleCode: CertificateCode = { number: '99999-999-999-999', pin: '9999' };
