// The full-screen barcode as a modal dialog that keeps the screen on.
const till = document.getElementById('till');
const opener = document.querySelector('[data-till]');
let lock = null;

async function stayAwake() {
  try {
    lock = (await navigator.wakeLock?.request('screen')) ?? null;
  } catch {
    // Refused with a low battery; the barcode is shown anyway.
  }
}

if (till?.showModal && opener) {
  opener.setAttribute('role', 'button');
  opener.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    opener.click();
  });
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    till.showModal();
    void stayAwake();
  });
  till.querySelector('[data-close]').addEventListener('click', (event) => {
    event.preventDefault();
    // If shown by its address alone, there is no modal dialog to close.
    if (till.open) till.close();
    else location.replace('#code');
  });
  till.addEventListener('close', () => {
    lock?.release();
    lock = null;
  });
  // The system releases the lock when the page is hidden.
  document.addEventListener('visibilitychange', () => {
    if (till.open && document.visibilityState === 'visible') void stayAwake();
  });
}
