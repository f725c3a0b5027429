import java.io.*;
import java.util.*;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.*;

// Holds PDF files against PDF/UA-1 and names each rule they break once.
public class Universal {
    public static void main(String[] files) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        int failed = 0;
        for (String name : files) {
            try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(name), PDFAFlavour.PDFUA_1);
                 PDFAValidator validator = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFUA_1, false)) {
                ValidationResult result = validator.validate(parser);
                if (result.isCompliant()) {
                    continue;
                }
                failed++;
                Map<String, Integer> rules = new TreeMap<>();
                Map<String, String> where = new HashMap<>();
                for (TestAssertion a : result.getTestAssertions()) {
                    String rule = a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber();
                    rules.merge(rule, 1, Integer::sum);
                    where.putIfAbsent(rule, a.getMessage() + " at " + a.getLocation().getContext());
                }
                rules.forEach((rule, n) -> System.out.println(name + ": " + rule + ", " + n + " times: " + where.get(rule)));
            }
        }
        System.out.println(files.length + " files, " + failed + " not PDF/UA-1");
        System.exit(failed > 0 ? 1 : 0);
    }
}
