/** Reads the QR codes in a picture of the camera. */
export type CodeReader = (picture: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const FORMAT = "qr_code";

/**
 * The browser's own reader where it has one; else ours, whose megabyte is loaded now and never
 * from anywhere but our own server.
 */
export async function codeReader(): Promise<CodeReader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = own ? await own.getSupportedFormats().catch(() => []) : [];
  const detector =
    own && formats.includes(FORMAT) ? new own({ formats: [FORMAT] }) : await ownReader();
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
}

async function ownReader(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: address }] = await Promise.all([
    import("barcode-detector/ponyfill"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  return new BarcodeDetector({ formats: [FORMAT] });
}
