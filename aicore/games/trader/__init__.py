"""Free Trader: a merchant alone, sixteen planets, four installments."""
