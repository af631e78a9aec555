/** Signs passes for Apple Wallet: computed in JavaScript, which takes tens of milliseconds. */
import { PKPass } from 'passkit-generator';
import type { AppleWallet } from '../../../platform/settings/wallet-settings.ts';
import type { PassText } from './apple-pass.ts';

export interface PassTask {
  text: PassText;
  pictures: Record<string, Uint8Array>;
  keys: Pick<AppleWallet, 'certificate' | 'privateKey' | 'authority'>;
}

export function signPass({ text, pictures, keys }: PassTask): Buffer {
  const files = Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  const pass = new PKPass(
    Object.fromEntries(files),
    { wwdr: keys.authority, signerCert: keys.certificate, signerKey: keys.privateKey },
    text.properties,
  );
  pass.type = 'storeCard';
  pass.headerFields.push(...text.headerFields);
  pass.primaryFields.push(...text.primaryFields);
  pass.secondaryFields.push(...text.secondaryFields);
  pass.auxiliaryFields.push(...text.auxiliaryFields);
  pass.backFields.push(...text.backFields);
  if (text.barcode !== null) pass.setBarcodes(text.barcode);
  return pass.getAsBuffer();
}
