import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';

/** A newly issued certificate. */
export interface NewCertificate {
  clientId: number;
  requestId: number;
  orderId: number;
  productId: number;
  supplierId: number;
  /** Null for a test order. */
  codeId: number | null;
  faceKopecks: number;
  issuedAt: Date;
  expiresAt: Date | null;
  tokenHash: Buffer;
  senderEmail: string;
  senderName: string;
  recipientName: string;
  greeting: string;
  /** The product's template version; null if it never had one. */
  templateVersion: number | null;
}

const certificatesInsertion = insertion('certificates', {
  client_id: 'bigint',
  request_id: 'bigint',
  order_id: 'bigint',
  product_id: 'bigint',
  supplier_id: 'bigint',
  code_id: 'bigint',
  face_kopecks: 'bigint',
  issued_at: 'timestamptz',
  expires_at: 'timestamptz',
  token_hash: 'bytea',
  sender_email: 'text',
  sender_name: 'text',
  recipient_name: 'text',
  greeting: 'text',
  template_version: 'integer',
});

export async function insertCertificates(tx: Tx, certificates: NewCertificate[]): Promise<void> {
  await certificatesInsertion.into(
    tx,
    certificates.map((certificate) => ({
      client_id: certificate.clientId,
      request_id: certificate.requestId,
      order_id: certificate.orderId,
      product_id: certificate.productId,
      supplier_id: certificate.supplierId,
      code_id: certificate.codeId,
      face_kopecks: certificate.faceKopecks,
      issued_at: certificate.issuedAt,
      expires_at: certificate.expiresAt,
      token_hash: certificate.tokenHash,
      sender_email: certificate.senderEmail,
      sender_name: certificate.senderName,
      recipient_name: certificate.recipientName,
      greeting: certificate.greeting,
      template_version: certificate.templateVersion,
    })),
  );
}
