// The camera only: without scripts the number is typed, and everything else works the same.
const lookEveryMs = 150;
const formats = ['code_128', 'ean_13', 'code_39', 'itf', 'qr_code', 'data_matrix', 'pdf417', 'aztec'];

const scan = document.querySelector('[data-scan]');
const camera = document.querySelector('[data-camera]');
const stop = document.querySelector('[data-stop]');
const failed = document.querySelector('[data-failed]');
const video = document.querySelector('video');
const field = document.querySelector('#number');
let stream = null;
let detector = null;

function loadReader() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/till/scanner.js';
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

async function openDetector() {
  await loadReader();
  const { BarcodeDetector, prepareZXingModule } = window.BarcodeDetectionAPI;
  prepareZXingModule({ overrides: { locateFile: () => '/till/scanner.wasm' } });
  return new BarcodeDetector({ formats });
}

function close() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  camera.hidden = true;
  scan.hidden = false;
}

async function look() {
  if (stream === null) return;
  const [found] = await detector.detect(video);
  if (stream === null) return;
  if (found === undefined) {
    setTimeout(() => look().catch(giveUp), lookEveryMs);
    return;
  }
  close();
  field.value = found.rawValue;
  field.form.requestSubmit();
}

function giveUp() {
  close();
  failed.hidden = false;
  field.focus();
}

async function open() {
  failed.hidden = true;
  stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  camera.hidden = false;
  scan.hidden = true;
  video.srcObject = stream;
  await video.play();
  detector ??= await openDetector();
  stop.focus();
  await look();
}

if (scan !== null && navigator.mediaDevices?.getUserMedia) {
  scan.hidden = false;
  scan.addEventListener('click', () => {
    open().catch(giveUp);
  });
  stop.addEventListener('click', () => {
    close();
    scan.focus();
  });
}
